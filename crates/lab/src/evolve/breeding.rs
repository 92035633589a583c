//! Creates formulas at random, and by crossover and mutation.
//!
//! Source: Koza 1992, §6.2 (ramped half-and-half), §6.4.1 (crossover at inner nodes with probability .9), §6.5.1
//! (mutation).

use engine::learning::Draw;
use engine::strategy::{Formula, Node, Operator};

/// Maximum depth of a random formula, and of a random subtree that mutation inserts.
const RANDOM_DEPTH: usize = 5;
const MUTATION_DEPTH: usize = 3;
/// Minimum depth of a random formula.
const LEAST_DEPTH: usize = 2;
/// The probability that a random leaf is a constant instead of a feature.
const CONSTANT_CHANCE: f64 = 0.2;
/// The probability that a random tree ends before its maximum depth, at each node.
const END_CHANCE: f64 = 0.3;
/// The probability that crossover selects an operator with its operands instead of a leaf.
const INNER_CHANCE: f64 = 0.9;
/// The probability that mutation changes a single node instead of a subtree.
const POINT_CHANCE: f64 = 0.5;
/// Maximum absolute value of a random constant, and the standard deviation of its mutations.
const CONSTANT: f64 = 2.0;
const DEVIATION: f64 = 0.5;
/// The number of attempts at a child within the limits of formulas, after which its parent is copied.
const ATTEMPTS: usize = 10;

/// Breeds formulas over some features.
#[derive(Clone, Debug)]
pub struct Breeder {
    draw: Draw,
    names: &'static [&'static str],
}

impl Breeder {
    /// Creates a breeder with this random seed.
    pub fn new(rng: u64, names: &'static [&'static str]) -> Self {
        Self { draw: Draw::new(rng), names }
    }

    /// Returns a number in 0..1.
    pub fn share(&mut self) -> f64 {
        self.draw.share()
    }

    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.draw.below(n)
    }

    /// Returns a random formula. Half of the formulas are full trees; depths are evenly distributed.
    pub fn random(&mut self) -> Formula {
        loop {
            let depth = LEAST_DEPTH + self.draw.below(RANDOM_DEPTH - LEAST_DEPTH + 1);
            let end_chance = if self.draw.share() < 0.5 { END_CHANCE } else { 0.0 };
            let tree = self.tree(depth, end_chance);
            if let Ok(formula) = Formula::new(tree, self.names) {
                return formula;
            }
        }
    }

    fn tree(&mut self, depth: usize, end_chance: f64) -> Vec<Node> {
        if depth <= 1 || self.draw.share() < end_chance {
            return vec![self.leaf()];
        }
        let mut nodes = vec![Node::Operator(self.operator())];
        nodes.extend(self.tree(depth - 1, end_chance));
        nodes.extend(self.tree(depth - 1, end_chance));
        nodes
    }

    fn leaf(&mut self) -> Node {
        if self.draw.share() < CONSTANT_CHANCE {
            Node::Constant(rounded((2.0 * self.draw.share() - 1.0) * CONSTANT))
        } else {
            Node::Feature(self.draw.below(self.names.len()))
        }
    }

    fn operator(&mut self) -> Operator {
        Operator::ALL[self.draw.below(Operator::ALL.len())]
    }

    /// Returns the first formula with one of its subtrees replaced by a subtree of the second.
    pub fn crossover(&mut self, first: &Formula, second: &Formula) -> Formula {
        let child = (0..ATTEMPTS).find_map(|_| {
            let (at, from) = (self.point(first), self.point(second));
            let subtree = &second.nodes()[second.subtree(from)];
            first.with_subtree(at, subtree).ok()
        });
        child.unwrap_or_else(|| first.clone())
    }

    /// Returns the formula with one node changed, or with one subtree replaced by a random one.
    pub fn mutated(&mut self, formula: &Formula) -> Formula {
        let child = (0..ATTEMPTS).find_map(|_| {
            if self.draw.share() < POINT_CHANCE {
                let at = self.draw.below(formula.nodes().len());
                return self.point_mutated(formula, at).ok();
            }
            let subtree = self.tree(MUTATION_DEPTH, END_CHANCE);
            formula.with_subtree(self.point(formula), &subtree).ok()
        });
        child.unwrap_or_else(|| formula.clone())
    }

    fn point_mutated(&mut self, formula: &Formula, at: usize) -> Result<Formula, engine::strategy::FormulaError> {
        let mut subtree = formula.nodes()[formula.subtree(at)].to_vec();
        subtree[0] = match subtree[0] {
            Node::Operator(_) => Node::Operator(self.operator()),
            Node::Feature(_) => self.leaf(),
            Node::Constant(value) => Node::Constant(rounded(value + DEVIATION * self.draw.normal())),
        };
        formula.with_subtree(at, &subtree)
    }

    /// Returns the position of a random node, mostly of an operator.
    fn point(&mut self, formula: &Formula) -> usize {
        let wants_inner = self.draw.share() < INNER_CHANCE;
        let is_wanted = |node: &Node| matches!(node, Node::Operator(_)) == wants_inner;
        let nodes = formula.nodes().iter().enumerate();
        let wanted: Vec<usize> = nodes.filter(|(_, node)| is_wanted(node)).map(|(at, _)| at).collect();
        // A single leaf has no operator.
        wanted.get(self.draw.below(wanted.len())).copied().unwrap_or(0)
    }
}

/// Rounds to hundredths, so that formulas are readable.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::strategy::{MAX_DEPTH, MAX_NODES};

    const NAMES: &[&str] = &["page", "anchor", "depth"];

    fn read(text: &str) -> Formula {
        Formula::read(text, NAMES).unwrap()
    }

    #[test]
    fn bred_formulas_are_valid_and_survive_a_round_trip_through_text() {
        let mut breeder = Breeder::new(5, NAMES);
        let mut all: Vec<Formula> = (0..20).map(|_| breeder.random()).collect();
        for _ in 0..3_000 {
            let (one, other) = (breeder.below(all.len()), breeder.below(all.len()));
            let child = breeder.crossover(&all[one].clone(), &all[other].clone());
            let child = breeder.mutated(&child);
            assert!(child.nodes().len() <= MAX_NODES);
            assert_eq!(read(&child.to_string()), child, "{child}");
            all[one] = child;
        }
        let largest = all.iter().map(|formula| formula.nodes().len()).max();
        assert!(largest > Some(MAX_DEPTH), "they grow: {largest:?}");
    }

    #[test]
    fn crossover_puts_a_subtree_of_the_second_into_the_first() {
        let (first, second) = (read("page + anchor"), read("min(depth, 7)"));
        let expected: Vec<String> = [
            "min(depth, 7)",
            "min(depth, 7) + anchor",
            "page + min(depth, 7)",
            "depth",
            "depth + anchor",
            "page + depth",
            "7 + anchor",
            "page + 7",
        ]
        .map(str::to_owned)
        .to_vec();
        let mut seen = std::collections::BTreeSet::new();
        let mut breeder = Breeder::new(1, NAMES);
        for _ in 0..2_000 {
            seen.insert(breeder.crossover(&first, &second).to_string());
        }
        let expected = expected.into_iter().collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn equal_seeds_give_equal_results() {
        let formulas = |rng| {
            let mut breeder = Breeder::new(rng, NAMES);
            [(); 9].map(|()| breeder.random().to_string())
        };
        assert_eq!(formulas(3), formulas(3));
        assert_ne!(formulas(3), formulas(4));
    }
}

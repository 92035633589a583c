//! Formulas over named numbers: expression trees that are written as text and recombined by genetic programming.
//!
//! A tree is stored in Polish notation: each operator precedes its two operands, so that a subtree is a slice and no
//! function recurses over it. Division is protected (Koza 1992, §6.1): a quotient with a divisor near 0 is 1. Every
//! result is finite.
//!
//! Not covered: the meaning of the names, and parsing ([`super::formula_reader`]).

use std::fmt::{self, Display};
use std::ops::Range;

/// Maximum number of nodes of a formula: constants, names and operators.
pub const MAX_NODES: usize = 63;
/// Maximum depth of a formula, as in Koza 1992, §6.
pub const MAX_DEPTH: usize = 17;
/// Maximum absolute value of a constant and of every result.
const MAX_VALUE: f64 = 1e9;
/// Minimum absolute value of a divisor.
const MIN_DIVISOR: f64 = 1e-6;

/// A formula over the numbers with these names.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    nodes: Vec<Node>,
    names: &'static [&'static str],
}

/// A node of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// The number of the name at this position.
    Feature(usize),
    /// A constant.
    Constant(f64),
    /// An operator with two operands.
    Operator(Operator),
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient; 1 if the divisor is almost 0.
    Divide,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
}

/// The reason why a text or a tree is not a valid formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// The text is too long.
    #[error("it has more than {0} characters")]
    Long(usize),
    /// The tree has too many nodes.
    #[error("it has {0} numbers, features and operators, more than {MAX_NODES}")]
    Large(usize),
    /// The tree is too deep.
    #[error("its terms are nested more than {MAX_DEPTH} deep")]
    Deep,
    /// A name is unknown.
    #[error("“{0}” is no feature")]
    Name(String),
    /// A constant is not finite or too large.
    #[error("“{0}” is no number up to a billion")]
    Number(String),
    /// Something is missing.
    #[error("{wanted} is missing {place}")]
    Missing {
        /// The missing piece.
        wanted: &'static str,
        /// The position in the text.
        place: String,
    },
    /// The formula gives every link the same score.
    #[error("it has no feature")]
    NoFeature,
}

impl Operator {
    /// All operators.
    pub const ALL: [Self; 6] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Min, Self::Max];

    fn apply(self, left: f64, right: f64) -> f64 {
        let value = match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide if right.abs() < MIN_DIVISOR => 1.0,
            Self::Divide => left / right,
            Self::Min => left.min(right),
            Self::Max => left.max(right),
        };
        bounded(value)
    }

    /// Returns the symbol or word, and its precedence.
    fn written(self) -> (&'static str, u8) {
        match self {
            Self::Add => ("+", 1),
            Self::Subtract => ("-", 1),
            Self::Multiply => ("*", 2),
            Self::Divide => ("/", 2),
            Self::Min => ("min", ATOM),
            Self::Max => ("max", ATOM),
        }
    }
}

/// The precedence of a number, a name or parentheses.
const ATOM: u8 = 3;

fn bounded(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-MAX_VALUE, MAX_VALUE) }
}

impl Node {
    fn operands(self) -> usize {
        if matches!(self, Self::Operator(_)) { 2 } else { 0 }
    }
}

impl Formula {
    /// Creates a formula from its nodes in Polish notation.
    ///
    /// # Errors
    /// Returns an error if the nodes are not one tree, exceed a limit, refer to an unknown name, or contain no name.
    pub fn new(nodes: Vec<Node>, names: &'static [&'static str]) -> Result<Self, FormulaError> {
        if nodes.len() > MAX_NODES {
            return Err(FormulaError::Large(nodes.len()));
        }
        for node in &nodes {
            match node {
                Node::Feature(at) if *at >= names.len() => {
                    return Err(FormulaError::Name(at.to_string()));
                }
                Node::Constant(value) if value.is_nan() || value.abs() > MAX_VALUE => {
                    return Err(FormulaError::Number(value.to_string()));
                }
                _ => {}
            }
        }
        let is_feature = |node: &Node| matches!(node, Node::Feature(_));
        let formula = Self { nodes, names };
        match formula.depth() {
            None => Err(missing("an operand", "at the end")),
            Some(depth) if depth > MAX_DEPTH => Err(FormulaError::Deep),
            _ if !formula.nodes.iter().any(is_feature) => Err(FormulaError::NoFeature),
            _ => Ok(formula),
        }
    }

    /// Returns the nodes in Polish notation.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the index range of the subtree that starts at `at`.
    pub fn subtree(&self, at: usize) -> Range<usize> {
        let mut missing = 1;
        for (place, node) in self.nodes.iter().enumerate().skip(at) {
            missing += node.operands();
            missing -= 1;
            if missing == 0 {
                return at..place + 1;
            }
        }
        at..self.nodes.len()
    }

    /// Returns the formula with the subtree that starts at `at` replaced.
    ///
    /// # Errors
    /// As [`Formula::new`].
    pub fn with_subtree(&self, at: usize, subtree: &[Node]) -> Result<Self, FormulaError> {
        let mut nodes = self.nodes.clone();
        nodes.splice(self.subtree(at), subtree.iter().copied());
        Self::new(nodes, self.names)
    }

    /// Returns the value for these numbers, in the order of the names; a missing number counts as 0.
    pub fn value(&self, features: &[f64]) -> f64 {
        let value = self.fold(|node, operands: [f64; 2]| match node {
            Node::Feature(at) => bounded(features.get(at).copied().unwrap_or(0.0)),
            Node::Constant(value) => value,
            Node::Operator(operator) => operator.apply(operands[0], operands[1]),
        });
        value.unwrap_or(0.0)
    }

    /// Returns true if the formula contains this name.
    pub fn uses(&self, feature: usize) -> bool {
        self.nodes.contains(&Node::Feature(feature))
    }

    /// Returns the number of nodes on the longest path from the root; `None` if the nodes are not one tree.
    fn depth(&self) -> Option<usize> {
        self.fold(|_, operands: [usize; 2]| 1 + operands[0].max(operands[1]))
    }

    /// Folds the tree from the leaves up; `None` if the nodes are not one tree.
    fn fold<T: Copy + Default>(&self, of: impl Fn(Node, [T; 2]) -> T) -> Option<T> {
        let mut values = Vec::with_capacity(self.nodes.len());
        for node in self.nodes.iter().rev() {
            let operands = match node.operands() {
                0 => [T::default(); 2],
                _ => [values.pop()?, values.pop()?],
            };
            values.push(of(*node, operands));
        }
        values.pop().filter(|_| values.is_empty())
    }

    /// Returns the text of the subtree at `at` and its precedence, and moves `at` behind it.
    fn text(&self, at: &mut usize) -> (String, u8) {
        let node = self.nodes[*at];
        *at += 1;
        let operator = match node {
            Node::Feature(name) => return (self.names[name].to_owned(), ATOM),
            Node::Constant(value) => return (value.to_string(), ATOM),
            Node::Operator(operator) => operator,
        };
        let (sign, strength) = operator.written();
        let (left, left_strength) = self.text(at);
        let (right, right_strength) = self.text(at);
        if strength == ATOM {
            return (format!("{sign}({left}, {right})"), ATOM);
        }
        let within = |text: String, is_weak: bool| {
            if is_weak { format!("({text})") } else { text }
        };
        let left = within(left, left_strength < strength);
        // Parentheses also at equal precedence: operators are left-associative.
        let right = within(right, right_strength <= strength);
        (format!("{left} {sign} {right}"), strength)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&mut 0).0)
    }
}

pub(super) fn missing(wanted: &'static str, place: impl Into<String>) -> FormulaError {
    FormulaError::Missing { wanted, place: place.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["page", "anchor", "depth"];

    fn read(text: &str) -> Formula {
        Formula::read(text, NAMES).expect(text)
    }

    fn check(text: &str, page: f64, anchor: f64, depth: f64, expected: f64) {
        let value = read(text).value(&[page, anchor, depth]);
        assert!((value - expected).abs() < 1e-9, "{text}: {value}");
    }

    #[test]
    fn values_are_those_of_arithmetic() {
        check("0.5 * anchor + min(page, depth)", 0.4, 0.3, 0.2, 0.35);
        check("page - anchor - depth", 5.0, 2.0, 1.0, 2.0);
        check("page - (anchor - depth)", 5.0, 2.0, 1.0, 4.0);
        check("page / anchor / depth", 12.0, 3.0, 2.0, 2.0);
        check("page + anchor * depth", 1.0, 2.0, 3.0, 7.0);
        check("( page+anchor )*depth", 1.0, 2.0, 3.0, 9.0);
        check("max(page, min(anchor, 4)) * -1.5", 1.0, 9.0, 0.0, -6.0);
        check("page --2", 1.0, 0.0, 0.0, 3.0);
    }

    #[test]
    fn division_by_almost_0_gives_1_and_every_value_is_finite() {
        check("page / anchor", 7.0, 0.0, 0.0, 1.0);
        check("page / anchor", 7.0, -9e-7, 0.0, 1.0);
        check("page / anchor", 7.0, -2.0, 0.0, -3.5);
        check("page * page * page", 1e9, 0.0, 0.0, 1e9);
        check("page - page", f64::INFINITY, 0.0, 0.0, 0.0);
        check("page + anchor", f64::NAN, 0.25, 0.0, 0.25);
        assert!((read("depth + 2").value(&[]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_formula_is_written_without_redundant_parentheses() {
        for text in [
            "0.5 * anchor + min(page, depth)",
            "page - (anchor - depth)",
            "page - anchor - depth",
            "(page + anchor) * (depth - -0.25)",
            "page / (anchor / max(depth, 1))",
            "page * (anchor * depth)",
        ] {
            assert_eq!(read(text).to_string(), text);
            assert_eq!(read(&read(text).to_string()), read(text));
        }
        assert_eq!(read("((page)+(anchor))*2").to_string(), "(page + anchor) * 2");
    }

    #[test]
    fn errors_name_the_problem() {
        for (text, problem) in [
            ("", "a feature, a number or “(” is missing at the end"),
            ("page +", "a feature, a number or “(” is missing at the end"),
            ("page anchor", "an operator is missing before “anchor”"),
            ("min(page)", "“,” is missing before “)”"),
            ("(page", "“)” is missing at the end"),
            ("-page", "a feature, a number or “(” is missing before “-page”"),
            ("pages", "“pages” is no feature"),
            ("page * 1.2.3", "“1.2.3” is no number up to a billion"),
            ("page * 9999999999", "“9999999999” is no number up to a billion"),
            ("1 + 2", "it has no feature"),
        ] {
            let error = Formula::read(text, NAMES).expect_err(text);
            assert_eq!(error.to_string(), problem, "{text}");
        }
    }

    #[test]
    fn formulas_beyond_the_limits_are_refused() {
        let error = |text: &str| Formula::read(text, NAMES).expect_err("too large");
        let wide = |n: usize| format!("page{}", " + (page + page) * (page + page)".repeat(n));
        assert_eq!(error(&wide(8)), FormulaError::Large(65));
        assert!(Formula::read(&wide(7), NAMES).is_ok(), "57 nodes, 10 deep");
        let deep = |n: usize| format!("page{}", " + page".repeat(n));
        assert!(Formula::read(&deep(MAX_DEPTH - 1), NAMES).is_ok());
        assert_eq!(error(&deep(MAX_DEPTH)), FormulaError::Deep);
        assert_eq!(error(&"(".repeat(1_999)), FormulaError::Deep);
        assert_eq!(error(&"min(".repeat(400)), FormulaError::Deep);
        assert_eq!(error(&" ".repeat(2_001)), FormulaError::Long(2_000));
    }

    #[test]
    fn nodes_that_do_not_form_a_tree_are_refused() {
        let operator = Node::Operator(Operator::Add);
        let feature = Node::Feature(0);
        for nodes in [vec![], vec![operator, feature], vec![feature, feature], vec![feature, operator, feature]] {
            assert!(Formula::new(nodes, NAMES).is_err());
        }
        assert!(Formula::new(vec![operator, feature, feature], NAMES).is_ok());
        assert!(Formula::new(vec![Node::Feature(3)], NAMES).is_err());
    }

    #[test]
    fn a_subtree_is_a_slice_that_another_can_replace() {
        // + * 0.5 anchor min page depth
        let formula = read("0.5 * anchor + min(page, depth)");
        for (at, expected) in [(0, 0..7), (1, 1..4), (2, 2..3), (4, 4..7), (6, 6..7)] {
            assert_eq!(formula.subtree(at), expected, "{at}");
        }
        let other = read("page / 2");
        let changed = formula.with_subtree(4, other.nodes()).unwrap();
        assert_eq!(changed.to_string(), "0.5 * anchor + page / 2");
        let whole = formula.with_subtree(0, &[Node::Feature(2)]).unwrap();
        assert_eq!(whole.to_string(), "depth");
        let constant = formula.with_subtree(0, &[Node::Constant(1.0)]);
        assert_eq!(constant, Err(FormulaError::NoFeature));
        assert!(formula.uses(2) && !changed.uses(2));
    }
}

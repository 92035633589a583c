//! Evolves formulas: tournaments, crossover, mutation, and an elite that survives.
//!
//! Selection is by fitness minus a fixed cost for every node (parsimony pressure), so that formulas do not grow without
//! benefit. The same settings and the same fitness give the same formulas. Source: Koza 1992, §6; tournaments: Goldberg
//! and Deb 1991.

use super::breeding::Breeder;
use engine::strategy::Formula;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The number of attempts at a child that is new in the generation, after which a random formula is used.
const ATTEMPTS: usize = 20;

/// The settings of an evolution.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The number of formulas of a generation.
    pub population: usize,
    /// The number of generations, including the random one.
    pub generations: usize,
    /// The number of formulas drawn for a tournament; the best one becomes a parent.
    pub tournament: usize,
    /// The share of the children that are made by crossover.
    pub crossover: f64,
    /// The share of the children that are made by mutation; the others are copies.
    pub mutation: f64,
    /// The number of the best formulas that are copied to the next generation.
    pub elite: usize,
    /// The cost in fitness of each number, feature and operator of a formula.
    pub parsimony: f64,
    /// The random seed.
    pub rng: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            population: 40,
            generations: 15,
            tournament: 4,
            crossover: 0.7,
            mutation: 0.25,
            elite: 2,
            parsimony: 0.0005,
            rng: 1,
        }
    }
}

/// A formula with its fitness.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// The formula.
    pub formula: Formula,
    /// The fitness, without the cost of its size.
    pub fitness: f64,
}

/// A generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// The individual with the best selection value.
    pub best: Individual,
    /// The mean fitness.
    pub mean: f64,
    /// The number of formulas whose fitness was not known before.
    pub new: usize,
}

impl Settings {
    /// Returns the first setting that is out of range, and its range.
    pub fn problem(&self) -> Option<String> {
        let whole = [
            ("population", self.population, 2, evaluation::limits::CONTENDERS),
            ("generations", self.generations, 1, 1_000),
            ("tournament", self.tournament, 1, self.population),
            ("elite", self.elite, 0, self.population - self.population.min(1)),
        ];
        let wrong = whole.into_iter().find(|(_, value, min, max)| !(min..=max).contains(&value));
        if let Some((name, value, min, max)) = wrong {
            return Some(format!("{name} is {value}: give a whole number from {min} to {max}"));
        }
        let is_share = |value: f64| (0.0..=1.0).contains(&value);
        if !is_share(self.crossover) || !is_share(self.mutation) {
            return Some("crossover and mutation are shares: give numbers from 0 to 1".to_owned());
        }
        if self.crossover + self.mutation > 1.0 {
            return Some("crossover and mutation are more than 1 together: lower one".to_owned());
        }
        (!is_share(self.parsimony)).then(|| format!("parsimony is {}: give a number from 0 to 1", self.parsimony))
    }

    /// Returns the value by which an individual is selected.
    fn value(&self, of: &Individual) -> f64 {
        of.fitness - self.parsimony * of.formula.nodes().len() as f64
    }
}

/// Evolves formulas over these features, and returns all generations. `fitness` evaluates new formulas; `each` is
/// called with every generation.
///
/// # Errors
/// The first error of `fitness`.
pub fn evolve<E>(
    settings: &Settings,
    names: &'static [&'static str],
    mut fitness: impl FnMut(&[Formula]) -> Result<Vec<f64>, E>,
    mut each: impl FnMut(&Generation),
) -> Result<Vec<Generation>, E> {
    let mut breeder = Breeder::new(settings.rng, names);
    let mut known: BTreeMap<String, f64> = BTreeMap::new();
    let mut formulas = distinct(settings.population, Vec::new(), &mut breeder, Breeder::random);
    let mut generations = Vec::new();
    for number in 1..=settings.generations {
        let new = formulas.iter();
        let new: Vec<Formula> = new.filter(|of| !known.contains_key(&of.to_string())).cloned().collect();
        for (formula, fitness) in new.iter().zip(fitness(&new)?) {
            known.insert(formula.to_string(), fitness);
        }
        let rated = formulas
            .into_iter()
            .map(|formula| Individual { fitness: known.get(&formula.to_string()).copied().unwrap_or(0.0), formula });
        let mut rated: Vec<Individual> = rated.collect();
        // The sort is stable, so that the order of equals is reproducible.
        rated.sort_by(|a, b| settings.value(b).total_cmp(&settings.value(a)));
        let sum = rated.iter().fold(0.0, |sum, of| sum + of.fitness);
        let generation = Generation { number, best: rated[0].clone(), mean: sum / rated.len() as f64, new: new.len() };
        each(&generation);
        generations.push(generation);
        if number == settings.generations {
            break;
        }
        let elite = rated.iter().take(settings.elite);
        let elite = elite.map(|of| of.formula.clone()).collect();
        formulas = distinct(settings.population, elite, &mut breeder, |breeder| child(settings, &rated, breeder));
    }
    Ok(generations)
}

/// Adds formulas up to a number, each once.
fn distinct(
    n: usize,
    mut formulas: Vec<Formula>,
    breeder: &mut Breeder,
    mut next: impl FnMut(&mut Breeder) -> Formula,
) -> Vec<Formula> {
    let mut seen: BTreeSet<String> = formulas.iter().map(Formula::to_string).collect();
    let mut failures = 0;
    while formulas.len() < n {
        let formula = if failures < ATTEMPTS { next(breeder) } else { breeder.random() };
        if seen.insert(formula.to_string()) {
            formulas.push(formula);
            failures = 0;
        } else {
            failures += 1;
        }
    }
    formulas
}

/// Returns a child of the winners of tournaments; `rated` has the best ones first.
fn child(settings: &Settings, rated: &[Individual], breeder: &mut Breeder) -> Formula {
    let winner = |breeder: &mut Breeder| {
        let drawn = (0..settings.tournament).map(|_| breeder.below(rated.len()));
        rated[drawn.min().unwrap_or(0)].formula.clone()
    };
    let parent = winner(breeder);
    let by = breeder.share();
    if by < settings.crossover {
        let other = winner(breeder);
        breeder.crossover(&parent, &other)
    } else if by < settings.crossover + settings.mutation {
        breeder.mutated(&parent)
    } else {
        parent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    const NAMES: &[&str] = &["page", "anchor", "depth"];

    /// Returns the similarity of a formula to `page · anchor − depth` on a grid, at most 1.
    fn nearness(formula: &Formula) -> f64 {
        let steps = [0.0, 0.5, 1.0];
        let mut error = 0.0;
        for page in steps {
            for anchor in steps {
                for depth in steps {
                    let wanted = page * anchor - depth;
                    error += (formula.value(&[page, anchor, depth]) - wanted).abs();
                }
            }
        }
        1.0 / (1.0 + error)
    }

    fn run(settings: &Settings) -> Vec<Generation> {
        let fitness = |formulas: &[Formula]| Ok::<_, Infallible>(formulas.iter().map(nearness).collect());
        evolve(settings, NAMES, fitness, |_| ()).unwrap()
    }

    #[test]
    fn evolution_finds_a_known_formula() {
        let settings = Settings { population: 60, generations: 40, ..Settings::default() };
        let generations = run(&settings);
        let (first, last) = (&generations[0], &generations[39]);
        assert!(last.best.fitness > 0.999, "{}", last.best.formula);
        assert!(first.best.fitness < last.best.fitness && first.mean < last.mean);
        let fitness = generations.iter().map(|of| settings.value(&of.best));
        assert!(fitness.is_sorted(), "the elite survives");
    }

    #[test]
    fn the_same_seed_number_gives_the_same_formulas() {
        let with = |rng| run(&Settings { rng, generations: 5, ..Settings::default() });
        assert_eq!(with(7), with(7));
        assert_ne!(with(7), with(8));
    }

    /// `page * anchor - depth` has three features and two operators: .79 − 5 · .001.
    #[test]
    fn selection_subtracts_the_cost_of_each_part_from_the_fitness() {
        let settings = Settings { parsimony: 0.001, ..Settings::default() };
        let formula = Formula::read("page * anchor - depth", NAMES).unwrap();
        let individual = Individual { formula, fitness: 0.79 };
        assert!((settings.value(&individual) - 0.785).abs() < 1e-9);
    }

    #[test]
    fn a_longer_formula_with_equal_fitness_does_not_win() {
        let settings = Settings { generations: 8, parsimony: 0.01, ..Settings::default() };
        let constant = |formulas: &[Formula]| Ok::<_, Infallible>(vec![0.5; formulas.len()]);
        let generations = evolve(&settings, NAMES, constant, |_| ()).unwrap();
        assert_eq!(generations[7].best.formula.nodes().len(), 1);
        assert!((generations[7].mean - 0.5).abs() < 1e-12);
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let default = Settings::default();
        assert_eq!(default.problem(), None);
        for (settings, named) in [
            (Settings { population: 1, ..default.clone() }, "population is 1"),
            (Settings { population: 65, ..default.clone() }, "from 2 to 64"),
            (Settings { generations: 0, ..default.clone() }, "generations"),
            (Settings { tournament: 41, ..default.clone() }, "from 1 to 40"),
            (Settings { elite: 40, ..default.clone() }, "from 0 to 39"),
            (Settings { crossover: 0.8, ..default.clone() }, "more than 1"),
            (Settings { mutation: f64::NAN, ..default.clone() }, "shares"),
            (Settings { parsimony: -0.1, ..default.clone() }, "parsimony"),
        ] {
            let problem = settings.problem().expect(named);
            assert!(problem.contains(named), "{problem}");
        }
    }
}

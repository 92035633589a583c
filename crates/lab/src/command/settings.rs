//! The flags of a crawl that do not concern its topic: they are the same for one crawl and for an experiment.

use crate::context_graph::GoodPages;
use crate::trails::FolderMeaning;
use crate::{LabError, taxonomy, trails};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use engine::strategy;
use evaluation::compare::Comparison;
use std::path::PathBuf;
use types::limits;
use types::plan::Plan;
use types::settings::{Kind, Setting, SettingValue as _, settings, uses};
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::Taxonomy;
use types::trails::Trails;

/// The flags of the settings that a command has, as bits of [`types::settings::uses`].
#[derive(Clone, Debug)]
pub(super) struct SettingFlags<const USES: u8>(Vec<(&'static Setting, ParamValue)>);

impl<const USES: u8> SettingFlags<USES> {
    fn settings() -> impl Iterator<Item = &'static Setting> {
        settings().filter(|setting| setting.uses & USES != 0)
    }

    /// Returns the plan with the defaults of the flags.
    fn usual_plan() -> Plan {
        if USES == uses::RECORD { Plan::live() } else { Plan::default() }
    }

    /// Sets the values of the flags in a plan.
    pub(super) fn apply(&self, plan: &mut Plan) {
        for (setting, value) in &self.0 {
            (setting.set)(plan, value);
        }
    }
}

impl<const USES: u8> Args for SettingFlags<USES> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::settings().map(|setting| flag(setting, &(setting.get)(&Self::usual_plan()))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const USES: u8> FromArgMatches for SettingFlags<USES> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let usual = Self::usual_plan();
        let value = |setting: &Setting| match (setting.get)(&usual) {
            ParamValue::Switch(on) => ParamValue::Switch(on != matches.get_flag(setting.name)),
            usual => matches.get_one(setting.name).cloned().unwrap_or(usual),
        };
        Ok(Self(Self::settings().map(|setting| (setting, value(setting))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the flag of a setting. The engine checks the range of a number.
fn flag(setting: &'static Setting, usual: &ParamValue) -> Arg {
    let name = setting.key().replace('_', "-");
    let help = format!("{}: {}", setting.title, setting.help.trim_end_matches('.'));
    let arg = Arg::new(setting.name);
    match setting.kind {
        Kind::Switch if *usual == ParamValue::Switch(true) => {
            arg.long(format!("no-{name}")).help(format!("Switch off {help}")).action(ArgAction::SetTrue)
        }
        Kind::Switch => arg.long(name).help(help).action(ArgAction::SetTrue),
        Kind::Choice(choices) => {
            let words = choices.iter().map(|[word, _, help]| PossibleValue::new(word).help(help));
            arg.long(name)
                .help(help)
                .value_name(setting.name.to_uppercase())
                .default_value(usual.to_string())
                .value_parser(PossibleValuesParser::new(words).map(ParamValue::Word))
        }
        Kind::Number { whole: true, .. } => {
            let number = value_parser!(u64).map(|number| number.to_value());
            arg.long(name).help(help).value_name("N").default_value(usual.to_string()).value_parser(number)
        }
        Kind::Number { .. } => {
            let share = |text: &str| text.parse().map(ParamValue::Number);
            arg.long(name).help(help).value_name("SHARE").default_value(usual.to_string()).value_parser(share)
        }
    }
}

/// Options of the scores of links.
#[derive(Clone, Debug, Args)]
pub(super) struct Scoring {
    /// A parameter of the strategy (repeatable).
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = ParamValue::named)]
    params: Vec<(String, ParamValue)>,
    /// A related word, or a sense like `spider#n#3`, to exclude (repeatable).
    #[arg(long = "exclude", value_name = "WORD")]
    excluded: Vec<String>,
}

/// Options that all crawls share.
#[derive(Clone, Debug, Args)]
pub(super) struct Settings {
    #[command(flatten)]
    scoring: Scoring,
    #[command(flatten)]
    flags: SettingFlags<{ uses::COMPARE }>,
    /// Training topics: a bookmark file as browsers export it (folders are topics), the JSON of a taxonomy, or
    /// `starter` for the broad topics that are included in the program. Without a target topic, the query is filed
    /// under the best fit.
    #[arg(long, value_name = "FILE|starter")]
    taxonomy: Option<PathBuf>,
    /// A target topic of the taxonomy, as a path with slashes (repeatable).
    #[arg(long = "good-topic", value_name = "PATH", requires = "taxonomy")]
    good_topics: Vec<String>,
    /// Training trails: JSON, a bookmark file (see `--folders`), or a list of addresses (an empty line between trails).
    #[arg(long, value_name = "FILE")]
    pub(super) trails: Option<PathBuf>,
    /// The meaning of the folders of a bookmark file given as trails.
    #[arg(long, value_enum, default_value_t = FolderMeaning::Paths, requires = "trails")]
    folders: FolderMeaning,
    #[command(flatten)]
    pub(super) good_pages: GoodPages,
}

impl Scoring {
    /// Returns a plan without topic for a strategy.
    pub(super) fn plan(&self, id: &str) -> Plan {
        Plan { strategy: self.strategy(id), ..self.comparison().plan() }
    }

    fn strategy(&self, id: &str) -> StrategySpec {
        StrategySpec { id: id.to_owned(), params: self.params.iter().cloned().collect() }
    }

    fn comparison(&self) -> Comparison {
        let params = self.params.iter();
        Comparison {
            params: params.map(|(name, value)| format!("{name}={value}")).collect(),
            excluded: self.excluded.clone(),
            ..Comparison::default()
        }
    }
}

impl Settings {
    /// Returns a plan without topic for a strategy.
    pub(super) fn plan(&self, id: &str) -> Result<Plan, LabError> {
        Ok(Plan { strategy: self.scoring.strategy(id), ..self.comparison()?.plan() })
    }

    /// Returns the same settings for several strategies on several topics.
    pub(super) fn comparison(&self) -> Result<Comparison, LabError> {
        let taxonomy = match &self.taxonomy {
            Some(file) if !self.starter_topics() => taxonomy::read(file, &self.good_topics)?,
            _ => Taxonomy::default(),
        };
        let mut trails = match &self.trails {
            Some(file) => trails::read(file, self.folders)?,
            None => Trails::default(),
        };
        trails.trails.extend(self.good_pages.read(self.distance())?);
        let starter_topics = self.starter_topics();
        let mut comparison = Comparison { starter_topics, taxonomy, trails, ..self.scoring.comparison() };
        self.flags.apply(&mut comparison.settings);
        comparison.pages = comparison.settings.pages;
        comparison.rng = comparison.settings.rng_seed;
        Ok(comparison)
    }

    /// Returns true if the starter topics are used unchanged: the query is the target.
    pub(super) fn starter_topics(&self) -> bool {
        let is_starter = self.taxonomy.as_deref().is_some_and(taxonomy::is_starter);
        is_starter && self.good_topics.is_empty()
    }

    /// Returns the link distance up to which a context graph grows: one less than the number of layers, if that is
    /// given.
    fn distance(&self) -> usize {
        let layers = self.scoring.params.iter().find(|(name, _)| name == "layers");
        let layers = layers.and_then(|(_, value)| value.to_string().parse::<usize>().ok());
        layers.map_or(limits::CONTEXT_DISTANCE, |layers| layers.saturating_sub(1))
    }
}

/// Ids of the strategies with their sentences, for `--strategy`.
pub(super) fn strategy_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(strategy::LIST.iter().map(|entry| PossibleValue::new(entry.id).help(entry.description)))
}

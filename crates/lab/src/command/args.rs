//! Arguments that several commands have.

use crate::web::{self, Web};
use crate::{LabError, experiment};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The web of a command.
#[derive(Clone, Debug, Args)]
pub(super) struct WebArg {
    /// A recording (.warc, .warc.gz, .warc.zst, .arc.gz or .wacz), `demo`, `demo:SEED`, `demo:SEEDxSIZE` for one of
    /// SIZE times as many articles, or several demo webs as `demo:1+2`.
    #[arg(id = "web", long = "web", value_name = "FILE")]
    pub(super) name: String,
}

impl WebArg {
    pub(super) fn open(&self) -> Result<Box<dyn Web>, LabError> {
        web::open(&self.name)
    }
}

/// The threads of a command.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ThreadsArg {
    /// Number of threads; by default that of the processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// Returns the number of threads.
    pub(super) fn n(self) -> usize {
        experiment::threads(self.threads.map(usize::from))
    }
}

/// Returns a parser of values by their words, which `--help` lists with their sentences.
pub(super) fn choice<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [T; N],
    word: fn(T) -> &'static str,
    sentence: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let words = values.map(|value| PossibleValue::new(word(value)).help(sentence(value)));
    PossibleValuesParser::new(words).map(move |given| {
        let found = values.into_iter().find(|value| word(*value) == given);
        found.expect("the parser admits these words alone")
    })
}

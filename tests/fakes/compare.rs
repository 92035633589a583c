//! Provides the strategies of a comparison.

use page_state::catalog::Catalog;
use types::spec::ParamValue;
use types::strategy::{Control, ParamInfo, StrategyInfo};

pub(crate) fn catalog() -> Catalog {
    let param = ParamInfo {
        name: "n".into(),
        title: "Pages a step".into(),
        help: String::new(),
        control: Control::Number { min: 1.0, max: 256.0, whole: true },
        default: ParamValue::Number(16.0),
        wanted: String::new(),
        is_live: true,
        note: None,
    };
    let info = |id: &str| StrategyInfo {
        id: id.into(),
        title: id.to_uppercase(),
        params: vec![param.clone()],
        ..StrategyInfo::default()
    };
    Catalog {
        strategies: ["breadth-first", "best-first", "shark-search", "best-n-first"].map(info).into(),
        ..Catalog::default()
    }
}

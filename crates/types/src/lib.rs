//! The plain data that the page, the worker, the lab and the engine share: plans, reports, steering, strategy
//! specifications, URLs.
//!
//! Nothing here crawls. The page links this crate and not the engine, which keeps the page small and lets it draw
//! before the engine is loaded. A type checks what it can check alone; checks that need strategies, the lexicon or a
//! crawl are in the engine.

/// Declares the texts of an enum: its methods with their documentation, then for each variant, in the order of the
/// interface, the text that each method returns.
macro_rules! texts {
    ($type:ident: $($(#[doc = $doc:literal])* $method:ident),*; $($variant:ident: $($text:literal),*;)*) => {
        const _: () = {
            struct Texts {
                $($method: &'static str,)*
            }

            impl Texts {
                fn new($($method: &'static str),*) -> Self {
                    Self { $($method),* }
                }
            }

            impl $type {
                /// All variants, in the order of the interface.
                pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];

                /// The texts of all variants, in the same order.
                pub const TEXTS: &[[&str; [$(stringify!($method)),*].len()]] = &[$([$($text),*]),*];

                fn texts(self) -> Texts {
                    match self {
                        $(Self::$variant => Texts::new($($text),*),)*
                    }
                }

                $($(#[doc = $doc])* pub fn $method(self) -> &'static str {
                    self.texts().$method
                })*
            }
        };
    };
}

pub mod agent;
pub mod compare;
pub mod direct;
pub mod document;
pub mod export;
pub mod failure;
pub mod header;
pub mod json_path;
pub mod judgment;
pub mod lexicon;
pub mod limits;
pub mod measures;
pub mod model;
pub mod page_class;
pub mod plan;
pub mod report;
pub mod response_head;
pub mod revisit;
pub mod seeds;
pub mod settings;
pub mod site_map;
pub mod sorting;
pub mod spec;
pub mod steering;
pub mod strategy;
pub mod taxonomy;
pub mod text;
pub mod trails;
pub mod url;

/// Converts a count to the `u32` of reports and messages; larger counts become `u32::MAX`.
pub fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns the whole part of a number. Negative numbers and NaN give 0, too large ones the largest value.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
pub fn to_u32(number: f64) -> u32 {
    number as u32
}

/// Returns the whole part of a number. Negative numbers and NaN give 0, too large ones the largest value.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
pub fn to_u64(number: f64) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_of_numbers_saturate() {
        for (number, expected) in [(2.9, 2), (-1.0, 0), (f64::NAN, 0), (1e300, u32::MAX)] {
            assert_eq!(to_u32(number), expected, "{number}");
        }
        assert_eq!((to_u64(-0.5), to_u64(1e300)), (0, u64::MAX));
    }
}

//! The colors of relevance: viridis, whose brightness alone gives the order, for every kind of color vision.
//!
//! The most relevant contrasts most with the background: darkest in the light theme, brightest in the dark one.
//!
//! Source: S. van der Walt and N. Smith, “A Better Default Colormap for Matplotlib”, 2015 (CC0).

/// Every eighth of viridis, from dark to bright.
const VIRIDIS: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

/// Color and share toward which low relevance fades on a light background, since viridis ends in bright yellow.
const LIGHT_FADE: ([f64; 3], f64) = ([232.0, 234.0, 224.0], 0.6);

/// Returns the color of a share of the scale, in 0..=1: red, green, blue.
pub fn color(share: f64, is_dark: bool) -> [u8; 3] {
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let bright = if is_dark { share } else { 1.0 - share };
    let at = bright * 8.0;
    let below = (types::to_u32(at) as usize).min(7);
    let part = at - below as f64;
    let fading = if is_dark {
        0.0
    } else {
        LIGHT_FADE.1 * (1.0 - share)
    };
    let faded = |value: f64, channel: usize| value + (LIGHT_FADE.0[channel] - value) * fading;
    std::array::from_fn(|channel| {
        let [low, high] = [below, below + 1].map(|step| f64::from(VIRIDIS[step][channel]));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "in 0..=255"
        )]
        let mixed = faded(low + (high - low) * part, channel).round() as u8;
        mixed
    })
}

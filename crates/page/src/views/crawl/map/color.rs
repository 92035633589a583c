//! Maps relevance to colors: greys for pages off the topic, then viridis, whose brightness alone gives the order, so
//! that it works for every kind of color vision.
//!
//! The most relevant pages contrast most with the background: they are darkest in the light theme and brightest in the
//! dark one. Greys are close to the background.
//!
//! Source: S. van der Walt and N. Smith, “A Better Default Colormap for Matplotlib”, 2015 (CC0).

/// Nine evenly spaced colors of viridis, from dark to bright.
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
/// The range of viridis that contrasts with a light background, and with a dark one: from barely on the topic to the
/// most relevant.
const PARTS: [(f64, f64); 2] = [(0.55, 0.0), (0.45, 1.0)];
/// Greys from irrelevant to nearly on the topic, on a light background and on a dark one.
const GREYS: [[[u8; 3]; 2]; 2] = [[[222, 225, 222], [176, 182, 178]], [[52, 61, 57], [84, 95, 90]]];
/// The share of the scale below which pages are off the topic.
pub const OFF_TOPIC: f64 = 1.0 / 3.0;

/// Returns the color of a share of the scale, in 0..=1, as red, green and blue.
pub fn color(share: f64, is_dark: bool) -> [u8; 3] {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let theme = usize::from(is_dark);
    if share < OFF_TOPIC {
        let [low, high] = GREYS[theme];
        return mix(low, high, share / OFF_TOPIC);
    }
    let (from, to) = PARTS[theme];
    let at = 8.0 * (from + (to - from) * (share - OFF_TOPIC) / (1.0 - OFF_TOPIC));
    let below = (types::to_u32(at) as usize).min(7);
    mix(VIRIDIS[below], VIRIDIS[below + 1], at - below as f64)
}

fn mix(low: [u8; 3], high: [u8; 3], part: f64) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let [low, high] = [low, high].map(|color| f64::from(color[channel]));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in 0..=255")]
        let mixed = (low + (high - low) * part).round() as u8;
        mixed
    })
}

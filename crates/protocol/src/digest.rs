//! Computes short names for texts, the same on both sides.

/// Returns a short name for a text: its 64-bit FNV-1a hash. It distinguishes texts of one browser and has no security
/// purpose.
pub fn digest(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

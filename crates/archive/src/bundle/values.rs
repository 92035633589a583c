//! Reads and writes the values of a section: `number:u64  length:u32  bytes[length]`, little-endian.

/// Appends a numbered value to a section.
///
/// # Panics
/// If the value has 4 GiB or more.
pub fn put_value(section: &mut Vec<u8>, number: u64, value: &[u8]) {
    let length = u32::try_from(value.len()).expect("no value has 4 GiB");
    section.extend(number.to_le_bytes());
    section.extend(length.to_le_bytes());
    section.extend(value);
}

/// Parses the values of a section with their numbers; `None` if the last one is truncated.
pub fn values(mut section: &[u8]) -> Option<Vec<(u64, &[u8])>> {
    let mut values = Vec::new();
    while !section.is_empty() {
        let (number, rest) = section.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (value, rest) = rest.split_at_checked(length)?;
        values.push((u64::from_le_bytes(*number), value));
        section = rest;
    }
    Some(values)
}

//! RFC 9309: parsing, matching, what a 4xx, a 5xx or a time-out means.

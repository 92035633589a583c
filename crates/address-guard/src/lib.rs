//! Lists the addresses and host names that are not on the public internet: pure tables, natively and in wasm.
//!
//! The proxy judges the socket addresses that it dials ([`special_address`]). The browser does not tell a page which address a name has,
//! so the tab judges what it can see before it asks a site directly: literal addresses and names with a special meaning
//! ([`special_host`]). Not covered: lookups.

mod address;
mod name;

pub use address::special_address;
pub use name::special_host;

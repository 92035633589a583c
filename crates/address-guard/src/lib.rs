//! Lists the addresses and host names that are not on the public internet, for native code and wasm.
//!
//! The proxy checks the socket addresses that it dials ([`special_address`]). A browser does not tell a page the
//! addresses of a name. The tab therefore checks literal addresses and names with a special meaning ([`special_host`])
//! before it requests a site directly. It cannot check the result of a DNS lookup.

mod address;
mod name;

pub use address::special_address;
pub use name::special_host;

//! Declares the chunks of a program: parts of its wasm that are loaded when they are first used.
//!
//! Code that only the functions of [`crate::chunk!`] reach is cut out of the program's wasm after it is linked (feature
//! `split`, `cargo xtask dist`), into a file for each chunk. Other builds have everything in one file, and these
//! functions return at once. Other code may name a chunk's types, but a call of one of their functions moves that
//! function into the program's main file.

/// A future of this thread.
pub type LocalFuture<T> = std::pin::Pin<Box<dyn Future<Output = T>>>;

/// A chunk could not be loaded: the browser is offline, or the app was updated on its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("part of the app could not be loaded: check the connection, then retry; reload the page if that does not help")]
pub struct ChunkError;

impl ChunkError {
    /// Returns the cause and its remedy.
    pub fn sentence(self) -> String {
        types::text::sentence(&self.to_string())
    }
}

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for ChunkError {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// Declares an asynchronous function whose body is in a chunk of this name.
#[macro_export]
macro_rules! chunk {
    ($chunk:ident: fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($chunk, fallible)]
        fn $name($($argument: $type),*) -> Result<$result, $crate::chunk::ChunkError> {
            Ok($body)
        }

        #[cfg(not(feature = "split"))]
        #[allow(clippy::unused_async, reason = "with the feature, it loads a chunk")]
        async fn $name($($argument: $type),*) -> Result<$result, $crate::chunk::ChunkError> {
            Ok($body)
        }
    };
}

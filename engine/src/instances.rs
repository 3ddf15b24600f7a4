//! Generic functions, compiled once for both dimensions: the macro that names them.
//!
//! A generic function is compiled by each crate that uses it: a program that links the engine would
//! spend most of its build on broad phases, and compile them with its own settings. rustc takes
//! what a library has already compiled only if it is `#[inline(never)]` (as C++ does with
//! `extern template`). So the large functions are marked so, and named in [`instances`], which has
//! them compiled: most of them in `compiled.rs`.

/// Has functions that are generic over a dimension `D` compiled by this crate, for both dimensions.
macro_rules! instances {
    ($($function:expr),+ $(,)?) => {
        $crate::instances::instances!(in 2: $($function),+);
        $crate::instances::instances!(in 3: $($function),+);
    };
    (in $dimension:literal: $($function:expr),+) => {
        // A module of WebAssembly would keep all of them: its linker drops nothing that is `used`.
        #[cfg(not(target_family = "wasm"))]
        const _: () = {
            use std::sync::atomic::AtomicPtr;
            const D: usize = $dimension;
            // Atomic only because pointers in a static have to be. They are never read.
            #[used]
            static INSTANCES: [AtomicPtr<()>; [$(stringify!($function)),+].len()] =
                [$(AtomicPtr::new($function as *mut ())),+];
        };
    };
}
pub(crate) use instances;

//! What is kept of a shape, while a pair is worked on.

use std::ops::Deref;

/// What is kept of a shape of a pair: to be changed, unless the shape is fixed.
#[derive(Debug)]
pub enum Side<'a, T> {
    /// No other pair is given it at the same time.
    Free(&'a mut T),
    /// Other pairs may read it at the same time.
    Fixed(&'a T),
}

impl<T> Side<'_, T> {
    /// To be changed; none where the shape is fixed.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Free(state) => Some(state),
            Self::Fixed(_) => None,
        }
    }
}

impl<T> Deref for Side<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Self::Free(state) => state,
            Self::Fixed(state) => state,
        }
    }
}

//! The page that `render` writes, opened in a browser without a screen, and looked at.

mod browser;
mod looks;
mod views;

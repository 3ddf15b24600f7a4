//! The pages that `render` and `report` write, opened in a browser without a screen, and looked at.

mod browser;
mod live;
mod looks;
mod report;
mod views;

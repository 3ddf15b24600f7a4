//! Plain text for people: numbers with separators, aligned fields and tables.

mod number;
mod table;

pub(super) use number::{bytes, decimal, plural, thousands};
pub(super) use table::{Align, Table};

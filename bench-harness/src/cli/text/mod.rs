//! Plain text for people: numbers with separators, aligned fields and tables.

mod table;

pub(super) use table::{Align, Table};

pub(super) use crate::number::{bytes, counted, decimal, thousands};

//! Reports as plain text: fields, times and tables that line up.

use comfy_table::{CellAlignment, Table as Columns, presets};
use serde_json::{Map, Value};

pub(super) use crate::number::{bytes, decimal, thousands};
use crate::runner::Row;

/// To which side of its column a cell goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// A table under construction; a header is a row too.
#[derive(Debug)]
pub(super) struct Table(Columns, Vec<Align>);

impl Table {
    /// A table without rows, with this many columns.
    pub(super) fn new(align: &[Align]) -> Self {
        let mut columns = Columns::new();
        columns.load_preset(presets::NOTHING);
        Self(columns, align.to_vec())
    }

    /// Adds a row.
    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.0.add_row(cells.into_iter().map(Into::into));
    }

    /// The table as lines.
    pub(super) fn text(&self) -> String {
        let mut columns = self.0.clone();
        for (column, align) in columns.column_iter_mut().zip(&self.1) {
            column.set_padding((2, 0));
            column.set_cell_alignment(match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            });
        }
        columns.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}

/// What of a report stands together.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Field,
    Time,
    List,
}

/// A report as text, without the figures of its lists that are named.
pub(super) fn text(row: &Row, hidden: &[&str]) -> String {
    let told = row.figures().iter().filter_map(|(name, value)| Some((kind(value)?, name, value)));
    let told: Vec<_> = told.filter(|(_, name, _)| *name != "command").collect();
    let blocks = told.chunk_by(|one, other| one.0 == other.0 && one.0 != Part::List);
    let blocks = blocks.map(|block| {
        let figures = block.iter().map(|(_, name, value)| (name.as_str(), *value));
        match block[0] {
            (Part::Field, ..) => fields(figures),
            (Part::Time, ..) => times(figures),
            (Part::List, name, value) => list(name, value, hidden),
        }
    });
    blocks.collect::<Vec<String>>().join("\n")
}

fn is_spread(value: &Value) -> bool {
    value.get("median").is_some_and(Value::is_number)
}

/// What a figure is; nothing where there is nothing to say.
fn kind(value: &Value) -> Option<Part> {
    match value {
        Value::Null => None,
        Value::Array(all) if all.is_empty() => None,
        Value::Array(all) if all[0].is_object() => Some(Part::List),
        Value::Object(map) if map.is_empty() => None,
        Value::Object(map) if is_spread(value) || map.values().all(is_spread) => Some(Part::Time),
        _ => Some(Part::Field),
    }
}

fn fields<'a>(figures: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let mut table = Table::new(&[Align::Left, Align::Left]);
    for (name, value) in figures {
        let Value::Object(map) = value else {
            table.row([label(name), words(name, value)]);
            continue;
        };
        for (part, value) in map.iter().filter(|(_, value)| !value.is_null()) {
            table.row([format!("{}: {}", label(name), label(part)), words(part, value)]);
        }
    }
    table.text()
}

fn times<'a>(figures: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.row(["stage", "median ms", "min ms", "p99 ms"]);
    let mut add = |name: &str, spread: &Value| {
        let parts = ["median", "min", "p99"].map(|part| spread[part].as_f64().unwrap_or(0.0));
        if parts[2] > 0.0 {
            let [median, min, p99] = parts.map(|part| decimal(part, 3));
            table.row([label(name.strip_suffix("_ms").unwrap_or(name)), median, min, p99]);
        }
    };
    for (name, value) in figures {
        match value {
            Value::Object(stages) if !is_spread(value) => {
                stages.iter().for_each(|(name, spread)| add(name, spread));
            }
            spread => add(name, spread),
        }
    }
    table.text()
}

/// A list of rows: what all of them have in common stands above the table.
fn list(name: &str, rows: &Value, hidden: &[&str]) -> String {
    let rows: Vec<&Map<String, Value>> =
        rows.as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    let value = |row: &Map<String, Value>, name: &str| {
        row.get(name).map_or(String::new(), |value| match kind(value) {
            Some(Part::Field) => words(name, value),
            Some(Part::Time) => value["median"].as_f64().map_or(String::new(), |ms| decimal(ms, 3)),
            _ => String::new(),
        })
    };
    let mut names: Vec<&str> = Vec::new();
    for name in rows.iter().flat_map(|row| row.keys()) {
        let is_told = rows.iter().any(|row| !value(row, name).is_empty());
        if is_told && !names.contains(&&**name) && !hidden.contains(&&**name) {
            names.push(name);
        }
    }
    let is_common = |name: &&str| {
        rows.len() > 1 && rows.iter().all(|row| value(row, name) == value(rows[0], name))
    };
    let (common, names): (Vec<&str>, Vec<&str>) = names.into_iter().partition(is_common);
    let common = common.iter().map(|name| (*name, &rows[0][*name]));
    let common = if common.len() > 0 { fields(common) } else { String::new() };
    let is_word = |name: &&str| rows.iter().any(|row| row.get(*name).is_some_and(Value::is_string));
    let align = names.iter().map(|name| if is_word(name) { Align::Left } else { Align::Right });
    let mut table = Table::new(&align.collect::<Vec<_>>());
    table.row(names.iter().map(|name| label(name)));
    rows.iter().for_each(|row| table.row(names.iter().map(|name| value(row, name))));
    format!("  {}\n{common}{}", label(name), table.text())
}

/// The name of a figure in words.
fn label(name: &str) -> String {
    name.replace('_', " ")
}

/// A figure in words.
fn words(name: &str, value: &Value) -> String {
    match value {
        Value::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            all.iter().map(|value| words(name, value)).collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => match number.as_u64() {
            Some(size) if name.ends_with("_bytes") => bytes(size),
            Some(count) => thousands(count),
            None => number.as_f64().map_or_else(String::new, |number| {
                decimal(number, if number.abs() < 1000.0 { 3 } else { 0 })
            }),
        },
        Value::Null | Value::Object(_) => String::new(),
    }
}

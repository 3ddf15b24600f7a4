//! Extended XYZ: a line with the number of particles, a line of `key=value` pairs, and a line per
//! particle; then the next frame.
//!
//! Read are the keys `Lattice` (the vectors a, b, c), `Origin`, `pbc` (which is true on all axes
//! where only `Lattice` is given), `Properties` and `step` or `timestep`, in any case. Of
//! properties these are `pos`, `species` or `type`, `id`, and `radius`. Where there are no
//! `Properties` the columns are a species and three coordinates, and maybe more, as in plain XYZ.

use super::{Cell, Columns, Frame};
use crate::{FileError, lines::Lines};

/// Reads the next frame, if there is one.
pub(super) fn next(lines: &mut Lines) -> Result<Option<Frame>, FileError> {
    if !lines.advance_to_text()? {
        return Ok(None);
    }
    let count: u64 = lines.number("a number of particles")?;
    lines.expect("the line of properties")?;
    let entries = entries(lines.text()).map_err(|why| lines.fault(&why))?;
    let find = |names: &[&str]| {
        let is_one = |key: &str| names.iter().any(|name| name.eq_ignore_ascii_case(key));
        entries.iter().find(|(key, _)| is_one(key)).map(|(_, value)| value.as_str())
    };
    let mut columns = find(&["properties"])
        .map(columns)
        .transpose()
        .map_err(|why| lines.fault(&format!("Properties: {why}")))?;
    let cell = cell(find(&["lattice"]), find(&["origin"]), find(&["pbc"]));
    let cell = cell.map_err(|why| lines.fault(&why))?;
    let step = find(&["step", "timestep"]).and_then(|step| step.parse().ok());
    let mut frame = Frame { cell, step, ..columns.clone().unwrap_or_default().frame() };
    for particle in 0..count {
        lines.expect(format_args!("particle {particle} of {count}"))?;
        let cells: Vec<&str> = lines.text().split_whitespace().collect();
        let columns = columns.get_or_insert_with(|| {
            frame.species = Some(Vec::new());
            Columns {
                position: vec![1, 2, 3],
                species: Some(0),
                all: cells.len().max(4),
                ..Columns::default()
            }
        });
        columns.push(&mut frame, &cells).map_err(|why| lines.fault(&why))?;
    }
    Ok(Some(frame))
}

/// The pairs of a key and a value in a line; values may be in quotes. A key alone is true.
fn entries(line: &str) -> Result<Vec<(String, String)>, String> {
    let mut entries = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let key = &rest[..end];
        rest = rest[end..].trim_start();
        let Some(value) = rest.strip_prefix('=') else {
            entries.push((key.to_owned(), "T".to_owned()));
            continue;
        };
        let value = value.trim_start();
        let close = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => Some(quote),
            Some('{') => Some('}'),
            Some('[') => Some(']'),
            _ => None,
        };
        let (content, behind) = match close {
            Some(close) => value[1..]
                .split_once(close)
                .ok_or_else(|| format!("the value of {key} does not end with {close}"))?,
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        entries.push((key.to_owned(), content.to_owned()));
        rest = behind.trim_start();
    }
    Ok(entries)
}

/// The columns that `Properties` names: `name:type:number`, with a colon between all of them.
fn columns(properties: &str) -> Result<Columns, String> {
    let words: Vec<&str> = properties.split(':').collect();
    let (triples, []) = words.as_chunks::<3>() else {
        return Err(format!("{} words where name:type:columns repeats", words.len()));
    };
    let mut columns = Columns::default();
    for [name, kind, width] in triples {
        let width: usize = width
            .parse()
            .ok()
            .filter(|width| *width > 0)
            .ok_or_else(|| format!("{name}: {width:?} is not a number of columns"))?;
        let first = columns.all;
        columns.all = first.checked_add(width).ok_or("too many columns")?;
        let expect = |letter: &str, expected: usize| {
            if (*kind, width) == (letter, expected) {
                return Ok(Some(first));
            }
            Err(format!("{name}:{kind}:{width} where {name}:{letter}:{expected} is expected"))
        };
        match name.to_ascii_lowercase().as_str() {
            "pos" => {
                expect("R", 3)?;
                columns.position = vec![first, first + 1, first + 2];
            }
            "species" => columns.species = expect("S", 1)?,
            "type" if width == 1 => columns.species = columns.species.or(Some(first)),
            "id" => columns.id = expect("I", 1)?,
            "radius" => columns.radius = expect("R", 1)?,
            _ => {}
        }
    }
    if columns.position.is_empty() { Err("there is no pos:R:3".to_owned()) } else { Ok(columns) }
}

/// The cell of the values of three keys.
fn cell(
    lattice: Option<&str>,
    origin: Option<&str>,
    pbc: Option<&str>,
) -> Result<Option<Cell>, String> {
    let Some(lattice) = lattice else { return Ok(None) };
    let [a, b, c, d, e, f, g, h, i] = numbers("Lattice", lattice)?;
    let periodic = pbc.map_or(Ok([true; 3]), flags)?;
    Ok(Some(Cell {
        origin: origin.map_or(Ok([0.0; 3]), |origin| numbers("Origin", origin))?,
        vectors: [[a, b, c], [d, e, f], [g, h, i]],
        periodic,
    }))
}

fn numbers<const N: usize>(key: &str, text: &str) -> Result<[f64; N], String> {
    let separated = |c: char| c.is_whitespace() || c == ',' || c == '[' || c == ']';
    let words = text.split(separated).filter(|word| !word.is_empty());
    let parsed: Option<Vec<f64>> =
        words.map(|word| word.parse().ok().filter(|x: &f64| x.is_finite())).collect();
    let numbers = parsed.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("{key}: {N} finite numbers are expected, not {text:?}"))
}

fn flags(text: &str) -> Result<[bool; 3], String> {
    let flag = |word: &str| match word.trim_matches(['[', ']', ',']).to_lowercase().as_str() {
        "t" | "true" | "1" => Some(true),
        "f" | "false" | "0" => Some(false),
        _ => None,
    };
    let parsed: Option<Vec<bool>> = text.split_whitespace().map(flag).collect();
    let flags = parsed.and_then(|flags| flags.try_into().ok());
    flags.ok_or_else(|| format!("pbc: three of T and F are expected, not {text:?}"))
}

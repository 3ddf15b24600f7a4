//! Columns of text that line up.

/// To which side of its column a cell goes.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Align {
    Left,
    Right,
}

/// A table under construction.
#[derive(Debug)]
pub(in crate::cli) struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

/// Spaces between columns, and before the first.
const GAP: &str = "  ";

impl Table {
    /// A table without rows, with this many columns.
    pub(in crate::cli) fn new(align: &[Align]) -> Self {
        Self { align: align.to_vec(), rows: Vec::new() }
    }

    /// Adds a row; a header is a row too.
    pub(in crate::cli) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table as lines.
    pub(in crate::cli) fn text(&self) -> String {
        let widths: Vec<usize> = (0..self.align.len()).map(|column| self.width(column)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, align), &width) in row.iter().zip(&self.align).zip(&widths) {
                line.push_str(GAP);
                match align {
                    Align::Left => line.push_str(&format!("{cell:width$}")),
                    Align::Right => line.push_str(&format!("{cell:>width$}")),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Left]);
        table.row(["a", "1,000", "x"]);
        table.row(["long", "7", ""]);
        assert_eq!(table.text(), "  a     1,000  x\n  long      7\n");
    }
}

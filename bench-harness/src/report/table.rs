//! Tables, for those who want the numbers.

use super::escaped;

/// A table behind a line that opens it.
pub(super) fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let cells = |tag: &str, row: &[String]| -> String {
        row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
    };
    let head = cells("th", &head.map(str::to_owned));
    let rows: String =
        rows.into_iter().map(|row| format!("<tr>{}</tr>\n", cells("td", &row))).collect();
    format!(
        "<details><summary>Numbers</summary><div class=\"scroll\"><table>\n<tr>{head}</tr>\n{rows}</table></div></details>\n"
    )
}

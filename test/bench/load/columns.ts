/**
 * Rows of text with every column as wide as its widest cell; the first column to the left, figures
 * to the right.
 */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (sum, row) => row.map((cell, at) => Math.max(cell.length, sum[at] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

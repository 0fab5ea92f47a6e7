import { stripVTControlCharacters } from 'node:util';

/** Rows under each other; colours take no room. */
export function columns(rows: readonly (readonly string[])[]): string {
  const lengthOf = (cell: string): number => stripVTControlCharacters(cell).length;
  const widths = (rows[0] ?? []).map((_cell, index) =>
    Math.max(...rows.map((row) => lengthOf(row[index] ?? ''))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - lengthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

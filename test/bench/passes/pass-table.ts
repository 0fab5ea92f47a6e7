export interface PassRow {
  readonly what: string;
  /** A second of one core's time. */
  readonly perSecond: number;
  /** Of the row that it is held against. */
  readonly ratio: number | null;
  readonly goal: string;
  /** Null where there is no goal. */
  readonly isMet: boolean | null;
}

export function passTable(rows: readonly PassRow[]): string {
  const cells = [
    ['', 'a second', 'ratio', 'goal', ''],
    ...rows.map(({ what, perSecond, ratio, goal, isMet }) => [
      what,
      perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond)),
      ratio === null ? '' : ratio.toFixed(3),
      goal,
      isMet === null ? '' : isMet ? 'met' : 'missed',
    ]),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

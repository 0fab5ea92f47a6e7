import { columns } from '../load/columns.ts';

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
  return columns(cells);
}

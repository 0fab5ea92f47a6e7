import { columns } from '../load/columns.ts';

export interface CurveRow {
  readonly curve: string;
  readonly what: string;
  /** CPU of one call. */
  readonly microseconds: number;
  /** How many times faster than WebAssembly. */
  readonly ratio: number;
  readonly goal: string;
  /** Null where there is no goal. */
  readonly isMet: boolean | null;
}

export function curveTable(rows: readonly CurveRow[]): string {
  return columns([
    ['curve', 'what', 'us', 'times as fast as wasm', 'goal', ''],
    ...rows.map(({ curve, what, microseconds, ratio, goal, isMet }) => [
      curve,
      what,
      microseconds.toFixed(1),
      ratio.toFixed(2),
      goal,
      isMet === null ? '' : isMet ? 'met' : 'missed',
    ]),
  ]);
}

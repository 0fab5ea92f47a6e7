import type { JsonObject } from '@interline/kernel';

/**
 * - route: it does not end by itself, or takes longer than any should
 * - liability: money owed for a route that waits for nothing else
 * - engine-debt: an engine's debt for a route that was refunded from the float
 * - account: an account of ours that sends nothing
 * - gas: an account of ours without coin for its next transaction
 * - funds: an account of ours without enough of a token for waiting transfers
 * - transaction: one of ours that has been open for long
 * - slot: a consumed slot whose end the nodes do not show
 * - unmatched: an on-chain transaction of ours that belongs to no stored route
 * - deficit: a chain shows less of a token than the books
 * - log: a log of keys or rows of which others remember leaves that the store has lost
 * - switch: a pause, which keeps open routes from continuing
 */
export const deskKinds = [
  'route',
  'liability',
  'engine-debt',
  'account',
  'gas',
  'funds',
  'transaction',
  'slot',
  'unmatched',
  'deficit',
  'log',
  'switch',
] as const;

/** An item that waits for an operator. */
export interface DeskEntry {
  readonly kind: (typeof deskKinds)[number];
  /** Its subject: `route rt_...`, `account float on 8453`. */
  readonly subject: string;
  /** Its state in a few words. */
  readonly state: string;
  /** Null if that was not stored. */
  readonly sinceMs: number | null;
  /** What the store and the chain show of it: amounts in smallest units, hashes, blocks. */
  readonly shows: JsonObject;
  /** Advice as text. */
  readonly whatToDo: string;
  /** Complete command lines, with placeholders in angle brackets. */
  readonly commands: readonly string[];
}

/** A part of the desk. */
export interface DeskPart {
  readonly entries: readonly DeskEntry[];
  /** Total number, including those not listed. */
  readonly count: number;
}

/** Reads one kind of waiting items, at most `limit` entries. */
export type DeskSource = (limit: number) => Promise<DeskPart>;

/** The first entries, and the total number. */
export function partOf(entries: readonly DeskEntry[], limit: number): DeskPart {
  return { entries: entries.slice(0, limit), count: entries.length };
}

import type { JsonObject } from '@interline/kernel';

/**
 * - route: one that does not end by itself, or takes longer than any should
 * - liability: money owed for a route that waits for nothing else
 * - engine-debt: what an engine owes us for a route that was refunded out of the float
 * - account: an account of ours that sends nothing
 * - gas: an account of ours without coin for its next transaction
 * - funds: an account of ours without enough of a token for transfers that wait for it
 * - transaction: one of ours that is open for long
 * - slot: a consumed slot whose end the nodes do not show
 * - unmatched: an on-chain transaction of ours that belongs to no route of the store
 * - deficit: a chain has less of a token than the books
 * - log: one of keys or rows of which others remember leaves that the store has lost
 * - switch: a pause, which keeps routes under way from going on
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

/** Something that waits for a person. */
export interface DeskEntry {
  readonly kind: (typeof deskKinds)[number];
  /** What it is about, in words: `route rt_...`, `account float on 8453`. */
  readonly subject: string;
  /** How it stands, in one word or a few. */
  readonly state: string;
  /** Null where that was not kept. */
  readonly sinceMs: number | null;
  /** What the store and the chain have of it: amounts in smallest units, hashes, blocks. */
  readonly shows: JsonObject;
  /** In words. */
  readonly whatToDo: string;
  /** Whole command lines; what a person must fill in stands in angle brackets. */
  readonly commands: readonly string[];
}

/** A part of the desk. */
export interface DeskPart {
  readonly entries: readonly DeskEntry[];
  /** How many there are, those left off included. */
  readonly count: number;
}

/** Reads one kind of what waits, `limit` entries at most. */
export type DeskSource = (limit: number) => Promise<DeskPart>;

/** The first of them, and how many there are. */
export function partOf(entries: readonly DeskEntry[], limit: number): DeskPart {
  return { entries: entries.slice(0, limit), count: entries.length };
}

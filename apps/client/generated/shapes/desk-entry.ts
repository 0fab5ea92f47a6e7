// Written by `npm run client:types` from the service's OpenAPI document.

import type { DeskOrder } from './desk-order.ts';

export type DeskEntry = {
  readonly kind: 'route' | 'liability' | 'engine-debt' | 'account' | 'gas' | 'funds' | 'transaction' | 'slot' | 'unmatched' | 'deficit' | 'log' | 'switch';
  /** What it is about, in words. */
  readonly subject: string;
  /** How it stands. */
  readonly state: string;
  /** Epoch milliseconds; null if not kept. */
  readonly since: number | null;
  /** What the store has of it: amounts in smallest units, hashes, blocks. */
  readonly shows: Readonly<Record<string, unknown>>;
  /** In words, for a person. */
  readonly whatToDo: string;
  /** Command lines; fill in what stands in angle brackets. */
  readonly commands: readonly string[];
  /** The commands that give an order, for a page to give it. */
  readonly orders: readonly DeskOrder[];
};

// Written by `npm run client:types` from the service's OpenAPI document.

import type { DeskEntry } from './desk-entry.ts';

export type Desk = {
  /** The oldest first. */
  readonly entries: readonly DeskEntry[];
  /** How many more there are. */
  readonly more: number;
};

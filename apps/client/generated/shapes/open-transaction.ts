// Written by `npm run client:types` from the service's OpenAPI document.

import type { SignedForm } from './signed-form.ts';

export type OpenTransaction = {
  readonly id: string;
  readonly purpose: string;
  /** The route that it serves. */
  readonly owner: string;
  /** Null while it waits for a multicall. */
  readonly slot: number | null;
  /** Epoch milliseconds. */
  readonly committed: number;
  readonly moves: {
    readonly token: string;
    readonly amount: string;
    readonly from: string;
    readonly to: string;
  } | null;
  /** What the chain shows of it now. */
  readonly chain: {
    readonly shows: 'unknown' | 'waiting' | 'slot-taken' | 'in-block';
    readonly hash: string | null;
    readonly block: number | null;
  };
  /** Signed forms, the oldest first. */
  readonly forms: readonly SignedForm[];
};

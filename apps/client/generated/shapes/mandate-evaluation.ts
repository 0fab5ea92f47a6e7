// Written by `npm run client:types` from the service's OpenAPI document.

import type { MandateLeft } from './mandate-left.ts';

export type MandateEvaluation = {
  readonly ok: boolean;
  readonly failing: readonly {
    readonly constraint: string;
    readonly reason: string;
  }[];
  readonly left: MandateLeft;
  /** The worth of the transfer now, in US cents, rounded up. */
  readonly worth: string;
};

// Written by `npm run client:types` from the service's OpenAPI document.

import type { SponsoredCall } from './sponsored-call.ts';

export type AccountSponsored = {
  readonly items: readonly SponsoredCall[];
  /** What to send as next for the next page; null at the last. */
  readonly next: string | null;
};

// Written by `npm run client:types` from the service's OpenAPI document.

import type { SponsoredCall } from './sponsored-call.ts';

export type AccountSponsored = {
  readonly items: readonly SponsoredCall[];
  /** Send it as next to get the next page; null on the last page. */
  readonly next: string | null;
};

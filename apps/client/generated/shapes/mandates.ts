// Written by `npm run client:types` from the service's OpenAPI document.

import type { Mandate } from './mandate.ts';

export type Mandates = {
  readonly items: readonly Mandate[];
  readonly next: string | null;
};

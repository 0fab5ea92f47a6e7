// Written by `npm run client:types` from the service's OpenAPI document.

import type { UnderstoodIntent } from './understood-intent.ts';
import type { UnderstoodRequest } from './understood-request.ts';

export type AskAnswer = {
  readonly answer: string;
  /** What the answer was taken from; empty where the service does not know. */
  readonly sources: readonly ({
    readonly kind: 'error' | 'endpoint' | 'chain' | 'token' | 'rail' | 'terms' | 'guide';
    readonly id: string;
    /** Where the same is said in full. */
    readonly href: string;
  })[];
  /** For POST /api/agent/do, where the text asks for a transfer. */
  readonly body?: UnderstoodRequest;
  readonly understood?: UnderstoodIntent;
  /** What a transfer still lacks. */
  readonly needs?: readonly {
    readonly field: string;
    readonly question: string;
    readonly candidates: readonly string[];
  }[];
};

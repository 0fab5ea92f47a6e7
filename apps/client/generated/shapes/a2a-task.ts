// Written by `npm run client:types` from the service's OpenAPI document.

import type { A2aMessage } from './a2a-message.ts';

export type A2aTask = {
  /** Of a route: the route's id, and its bearer. */
  readonly id: string;
  readonly contextId: string;
  readonly status: {
    readonly state: 'TASK_STATE_WORKING' | 'TASK_STATE_INPUT_REQUIRED' | 'TASK_STATE_AUTH_REQUIRED' | 'TASK_STATE_COMPLETED' | 'TASK_STATE_FAILED' | 'TASK_STATE_REJECTED';
    readonly timestamp: string;
    readonly message: A2aMessage;
    readonly [other: string]: unknown;
  };
  /** The signed receipt of a route that has ended: a JWS, and its place in the log. */
  readonly artifacts?: readonly {
    readonly artifactId: string;
    readonly name: string;
    readonly description: string;
    readonly parts: readonly {
      readonly text?: string;
      /** What the row of the skill answered. */
      readonly data?: unknown;
      readonly mediaType: string;
      readonly [other: string]: unknown;
    }[];
    readonly [other: string]: unknown;
  }[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
};

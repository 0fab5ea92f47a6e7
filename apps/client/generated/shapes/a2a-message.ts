// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aMessage = {
  readonly messageId: string;
  readonly role: 'ROLE_AGENT';
  readonly contextId: string;
  readonly taskId?: string;
  readonly parts: readonly {
    readonly text?: string;
    /** What the row of the skill answered. */
    readonly data?: unknown;
    readonly mediaType: string;
    readonly [other: string]: unknown;
  }[];
  readonly [other: string]: unknown;
};

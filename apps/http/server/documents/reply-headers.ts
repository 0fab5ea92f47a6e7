import type { oas31 } from 'zod-openapi';

/** The headers that answers carry, each described once. */
export const replyHeaders = {
  'x-request-id': text(
    'Names this request in our logs. Yours, if you sent one of at most 64 letters, digits, dots, dashes or underscores.',
    '5f0c1d2e3b4a59687766554433221100',
  ),
  'cache-control': text(
    '`no-store` on prices, receipts and keys; else how long the answer may be kept.',
    'public, max-age=60',
  ),
  etag: text(
    'Send it back as `If-None-Match` to be told with 304 that nothing has changed.',
    '"q1w2e3r4t5y6u7i8o9p0a1"',
  ),
  ratelimit: text(
    'What is left of the limit, and after how many seconds there is more.',
    '"quote";r=39;t=12',
  ),
  'ratelimit-policy': text(
    'The limit that counts here: requests and seconds.',
    '"quote";q=40;w=60',
  ),
  'retry-after': {
    description: 'Seconds to wait; `retryAfterMs` of the body says the same.',
    schema: { type: 'integer', minimum: 0, examples: [5] },
  },
  'idempotent-replayed': text(
    '`true` on an answer that was given before, under the same `Idempotency-Key`.',
    'true',
  ),
} as const satisfies Record<string, oas31.HeaderObject>;

export type ReplyHeader = keyof typeof replyHeaders;

export function headerRefs(
  ...names: readonly ReplyHeader[]
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function text(description: string, example: string): oas31.HeaderObject {
  return { description, schema: { type: 'string', examples: [example] } };
}

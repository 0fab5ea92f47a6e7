import type { oas31 } from 'zod-openapi';
import type { Endpoint } from '../endpoint.ts';
import { keepsAnswer, takesPasses } from '../endpoint.ts';

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

type ReplyHeader = keyof typeof replyHeaders;

export function headerRefs(
  ...names: readonly ReplyHeader[]
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function text(description: string, example: string): oas31.HeaderObject {
  return { description, schema: { type: 'string', examples: [example] } };
}

/** The headers that change what a request means, each described once. */
export const requestHeaders = {
  'idempotency-key': header(
    'idempotency-key',
    'Makes a repeated request safe: within 24 hours the same key with the same body gets the first answer again.',
    {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
      examples: ['b6c1f2f0-7a52-4c0e-9a53-0d6f0b8d9c11'],
    },
  ),
  'x-svc-pass': header(
    'x-svc-pass',
    'A pass: the request counts towards no limit and no client. A JSON body may carry it as `pass` instead.',
    { type: 'string', maxLength: 4_096, contentEncoding: 'base64' },
  ),
  'x-svc-sandbox': header(
    'x-svc-sandbox',
    '`1` runs the whole lifecycle without funds, signature or any effect on a chain.',
    { type: 'string', enum: ['1'] },
  ),
  'x-svc-sandbox-outcome': header(
    'x-svc-sandbox-outcome',
    'How a sandbox route ends; delivered where it is left out.',
    { type: 'string', enum: ['failed', 'funds-required', 'awaiting-deposit'] },
  ),
  'last-event-id': header(
    'last-event-id',
    'For an event stream: the last id that was seen; what it stood for is not sent again.',
    { type: 'string', maxLength: 64, examples: ['0f1e2d3c4b5a6978'] },
  ),
  'a2a-version': header(
    'a2a-version',
    'The version of A2A that the request is of. Without it that is 0.3, which is not served.',
    { type: 'string', enum: ['1.0'] },
  ),
  'if-none-match': header('if-none-match', 'The `ETag` of the answer you have.', {
    type: 'string',
    examples: ['"q1w2e3r4t5y6u7i8o9p0a1"'],
  }),
} as const satisfies Record<string, oas31.ParameterObject>;

type RequestHeader = keyof typeof requestHeaders;

export function headersOf(endpoint: Endpoint): oas31.ReferenceObject[] {
  const { changes, follow, cache, namesVersion } = endpoint;
  const names: RequestHeader[] = [
    ...(changes === 'route' || keepsAnswer(endpoint) ? (['idempotency-key'] as const) : []),
    ...(takesPasses(endpoint) ? (['x-svc-pass'] as const) : []),
    ...(changes === 'route' ? (['x-svc-sandbox', 'x-svc-sandbox-outcome'] as const) : []),
    ...(follow === undefined ? [] : (['last-event-id'] as const)),
    ...(namesVersion === true ? (['a2a-version'] as const) : []),
    ...(cache === undefined && follow === undefined ? [] : (['if-none-match'] as const)),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function header(
  name: string,
  description: string,
  schema: oas31.SchemaObject,
): oas31.ParameterObject {
  return { name, in: 'header', description, schema };
}

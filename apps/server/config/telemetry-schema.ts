import { z } from 'zod';
import { secretRefSchema } from './secrets.ts';

export const metricsSchema = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether metrics are served, and /readyz for supervisors beside them.'),
  host: z
    .string()
    .default('127.0.0.1')
    .describe(
      "The address they are served on; apart from the service's own, since anyone who reaches it may read them.",
    ),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'The port they are served on; 0 takes any free one. Left out: 9464, or any free one where another service of this machine has that.',
    ),
});

export const tracingSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'wanted an http or https URL' })
    .describe(
      'Where a collector takes OTLP over HTTP as JSON, with the path, such as `http://127.0.0.1:4318/v1/traces`.',
    ),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'wanted the name of a header'),
      secretRefSchema,
    )
    .default({})
    .describe('Headers that the collector wants, such as its key, each by reference.'),
  sampleRatio: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'The share of requests that begin a trace, 0 to 1. A request that its caller traces fares as all of that trace do in the same ten minutes, and is left out where its caller leaves it out. No caller can choose an id that is kept, and one that a webhook tells (`tellsReceivers`) is kept for no longer.',
    ),
  tellsReceivers: z
    .boolean()
    .default(false)
    .describe(
      'Whether webhooks carry the `traceparent` of their route. No other receiver outside is ever sent one.',
    ),
});

import * as z from 'zod';
import { answerFields as field, epochMs } from '../server/schemas/fields.ts';

const routeId = { error: 'the id that POST /api/route/execute answered with' };
const url = { error: 'an http or https URL of at most 2048 characters' };
const secret = { error: 'a text of 1 to 256 characters; after "whsec_" it must be base64' };

/**
 * Standard Webhooks writes a secret as "whsec_" and the key in base64; any other text is the key
 * itself.
 */
const secretForm =
  /^(?!whsec_)[^\p{Cc}]{1,256}$|^whsec_(?=.{4,250}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;

export const registerHookBody = z.strictObject({
  routeId: z.string(routeId).regex(/^[\x21-\x7e]{1,128}$/, routeId),
  url: z
    .string(url)
    .min(1, url)
    .max(2_048, url)
    .meta({ description: 'of a public address; loopback only where this deployment allows it' }),
  secret: z.string(secret).regex(secretForm, secret).optional().meta({
    description:
      'signs what is sent, by its text, or after "whsec_" by the bytes in base64; never shown again',
  }),
});

const id = z
  .string()
  .regex(/^wh_[0-9a-f]{32}$/)
  .meta({ examples: ['wh_0123456789abcdef0123456789abcdef'] });
const status = z.enum(['pending', 'delivered', 'failed', 'stopped']).meta({
  description:
    'pending: the route has not ended, or a try is still to come; delivered: answered with 2xx; failed: every try failed, or none could be made in time; stopped: answered with 410',
});

export const hookRegistered = z
  .object({ id, routeId: z.string(), url: z.string(), status, note: z.string() })
  .meta({ id: 'HookRegistered' });

export const hookState = hookRegistered
  .extend({
    signed: z.boolean().meta({ description: 'a secret was registered' }),
    created: epochMs,
    deliveryId: z
      .string()
      .nullable()
      .meta({ description: 'the webhook-id of the last event; null before the route has ended' }),
    attempts: z
      .array(
        z.object({
          deliveryId: z.string(),
          number: z.int().min(1),
          ts: epochMs,
          outcome: z.enum(['answered', 'timeout', 'unreachable', 'unsafe']).nullable().meta({
            description:
              'unsafe: the name leads to an address that is not public; null: under way, or cut short by a restart',
          }),
          httpStatus: z.int().nullable(),
          ms: z.int().min(0).nullable(),
        }),
      )
      .meta({ description: 'the oldest first' }),
    nextTryAt: epochMs.nullable(),
  })
  .meta({ id: 'HookState' });

export const deadHooks = z.object({ hooks: z.array(hookState), count: z.int().min(0) });

/** The body of a delivery, sent when the hook's route ends. */
export const hookEvent = z
  .object({
    event: z.enum(['route.done', 'route.failed']),
    routeId: z.string().meta({ examples: ['rt_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(['DONE', 'FAILED']),
    destTx: field.hash,
    srcTx: field.hash,
    ts: z.int().meta({
      description: 'epoch milliseconds; refuse what is older than five minutes',
      examples: [1_763_600_000_000],
    }),
  })
  .meta({ id: 'HookEvent' });

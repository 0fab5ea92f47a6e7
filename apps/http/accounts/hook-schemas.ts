import * as z from 'zod';
import { accountEventKinds } from '@interline/core/accounts';
import { epochMs } from '../server/schemas/fields.ts';

const wantedUrl = { error: 'an http or https URL of at most 2048 characters' };
const wantedEvents = { error: `some of ${accountEventKinds.join(', ')}, or "*" for all` };
const wantedHook = { error: 'the id that POST /api/account/hooks returned' };
const wantedDelivery = { error: 'the id of a delivery, as GET /{id}/deliveries lists it' };

export const createHookBody = z.strictObject({
  url: z
    .string(wantedUrl)
    .min(1, wantedUrl)
    .max(2_048, wantedUrl)
    .meta({ description: 'of a public address; loopback only where this deployment allows it' }),
  events: z
    .array(z.enum([...accountEventKinds, '*'], wantedEvents), wantedEvents)
    .min(1, wantedEvents)
    .max(accountEventKinds.length + 1, wantedEvents)
    .meta({ description: wantedEvents.error }),
});

const hookId = z
  .string(wantedHook)
  .regex(/^awh_[0-9a-f]{32}$/, wantedHook)
  .meta({ examples: [`awh_${'0'.repeat(32)}`] });
const deliveryId = z
  .string(wantedDelivery)
  .regex(/^msg_[0-9a-f]{32}$/, wantedDelivery)
  .meta({ examples: [`msg_${'0'.repeat(32)}`] });

export const hookParams = z.object({ id: hookId });
export const deliveryParams = z.object({ id: hookId, did: deliveryId });

const hookFields = {
  id: hookId,
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']).meta({
    description:
      'disabled: it answered 410, or 50 attempts in a row failed; a test enables it again',
  }),
  failures: z.int().min(0).meta({ description: 'failed attempts in a row' }),
  created: epochMs,
  disabledAt: epochMs.nullable(),
};
const secret = z.string().meta({
  description: 'signs the deliveries (Standard Webhooks); not shown again',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

export const accountHook = z.object(hookFields).meta({ id: 'AccountHook' });
export const accountHooks = z
  .object({ items: z.array(accountHook), next: z.null() })
  .meta({ id: 'AccountHooks' });
export const hookCreated = z.object({ ...hookFields, secret }).meta({ id: 'AccountHookCreated' });
export const hookRotated = z
  .object({
    ...hookFields,
    secret,
    formerUntil: epochMs.meta({ description: 'until then the former secret signs beside it' }),
  })
  .meta({ id: 'AccountHookRotated' });
export const hookDeleted = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'AccountHookDeleted' });
export const hookTested = z
  .object({ seq: z.int().meta({ description: 'of the event that is sent' }) })
  .meta({ id: 'AccountHookTested' });

export const hookDelivery = z
  .object({
    id: deliveryId.meta({ description: 'its webhook-id, the same in every attempt' }),
    seq: z.int().meta({ description: 'of the event that it carries' }),
    state: z.enum(['waiting', 'delivered', 'failed', 'stopped']).meta({
      description:
        'failed: every attempt failed, or none could be made in time; stopped: the webhook was disabled before the delivery',
    }),
    created: epochMs,
    nextTryAt: epochMs.nullable(),
    attempts: z
      .array(
        z.object({
          number: z.int().min(1),
          ts: epochMs,
          outcome: z.enum(['answered', 'timeout', 'unreachable', 'unsafe']).nullable(),
          httpStatus: z.int().nullable(),
          ms: z.int().min(0).nullable(),
        }),
      )
      .meta({ description: 'the oldest first' }),
  })
  .meta({ id: 'AccountHookDelivery' });

export const hookDeliveries = z
  .object({ items: z.array(hookDelivery), next: z.null() })
  .meta({ id: 'AccountHookDeliveries' });

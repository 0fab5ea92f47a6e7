import * as z from 'zod';
import { accountEventKinds, scopes } from '@interline/core/accounts';
import { routeStatuses } from '@interline/core/transfer';
import { answerFields as field, epochMs, walletSignature } from '../server/schemas/fields.ts';
import { readOwnPlace } from '../transfer/status/own-place.ts';
import { sponsoredCallAnswer } from '../sponsor/schemas.ts';
import { routeReceipt } from '../transfer/status/schemas.ts';

const wantedMessage = { error: 'the EIP-4361 message that the wallet signed' };
const wantedSignature = { error: "the wallet's signature of the message, in hex" };

export const signInNonce = z
  .object({
    nonce: z.string().meta({ description: 'for one message' }),
    domain: z.string().meta({ description: 'what the message names as its domain, with the port' }),
    uri: z.string().meta({ description: 'what the message names as its URI, or a path below it' }),
    expiresAt: epochMs,
  })
  .meta({ id: 'SignInNonce' });

export const signInBody = z.strictObject({
  message: z.string(wantedMessage).min(1, wantedMessage).max(4_096, wantedMessage).meta({
    description:
      'EIP-4361 to the last byte: issued now, expiring within a day, its scopes among the resources as urn:interline:scope:account.read',
  }),
  signature: walletSignature(wantedSignature).meta({
    description:
      "of a key (EIP-191), or what the wallet's code takes (ERC-1271, ERC-6492) on the chain that the message names",
  }),
});

export const sessionBegun = z
  .object({
    token: z.string().meta({
      description: 'shown only this once; send it as Authorization: Bearer',
      examples: [`sess_${'0'.repeat(64)}`],
    }),
    address: z.string(),
    chainId: z.int().meta({
      description:
        'the chain that the message names; a wallet that is a contract sees only the routes from that chain',
    }),
    scopes: z.array(z.enum(scopes)),
    expiresAt: epochMs,
  })
  .meta({ id: 'SessionBegun' });

export const sessionEnded = z.object({ ended: z.literal(true) }).meta({ id: 'SessionEnded' });

const wantedTime = { error: 'a time in epoch milliseconds, or as 2027-01-31T00:00:00Z' };
const time = z
  .string(wantedTime)
  .regex(/^([0-9]{1,15}|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,12}Z)?)$/, wantedTime)
  .transform((text) => (/^[0-9]+$/.test(text) ? Number(text) : Date.parse(text)))
  .refine((atMs) => Number.isSafeInteger(atMs), wantedTime)
  .meta({ description: wantedTime.error, examples: ['2027-01-31'] });

const wantedLimit = { error: 'a whole number from 1 to 100' };
const wantedNext = { error: 'next of the previous page, as returned' };

export const pageQuery = z.object({
  next: z
    .string(wantedNext)
    .min(1, wantedNext)
    .max(256, wantedNext)
    .transform((text, context) => {
      const place = readOwnPlace(text);
      if (place !== null) return place;
      context.addIssue({ code: 'custom', message: wantedNext.error, input: text });
      return z.NEVER;
    })
    .optional()
    .meta({ description: 'next of the previous page' }),
  limit: z
    .string(wantedLimit)
    .regex(/^([1-9][0-9]?|100)$/, wantedLimit)
    .transform(Number)
    .optional()
    .meta({ description: wantedLimit.error, examples: ['25'] }),
});

const wantedStatus = { error: `one of ${routeStatuses.join(', ')}` };

export const chosenRoutes = z.object({
  status: z.enum(routeStatuses, wantedStatus).optional(),
  since: time.optional().meta({ description: 'accepted then or later' }),
  until: time.optional().meta({ description: 'accepted before then' }),
});

export const routesQuery = pageQuery.extend(chosenRoutes.shape);

export const exportQuery = chosenRoutes.extend({
  format: z.enum(['csv', 'ndjson'], { error: '"csv" or "ndjson"' }),
});

const wantedAfter = { error: 'the seq of the last event that you have' };

export const eventsQuery = z.object({
  after: z
    .string(wantedAfter)
    .regex(/^(0|[1-9][0-9]{0,14})$/, wantedAfter)
    .transform(Number)
    .optional()
    .meta({ description: wantedAfter.error, examples: ['0'] }),
});

const next = z
  .string()
  .nullable()
  .meta({ description: 'send it as next to get the next page; null on the last page' });

export const ownAccount = z
  .object({
    address: z.string(),
    chainId: z.int(),
    since: epochMs.meta({ description: 'the first sign-in, since when events are kept' }),
    open: z.int(),
    done: z.int(),
    failed: z.int(),
    owed: z
      .array(
        z.object({
          chainId: field.chain,
          token: field.token,
          amount: field.units,
          routeId: z.string(),
        }),
      )
      .meta({ description: 'held refunds, the newest hundred' }),
    limits: z.object({ hooks: z.object({ most: z.int(), used: z.int() }) }),
    membership: z
      .object({ member: z.boolean(), used: z.int(), left: z.int() })
      .meta({ description: "today's free transfers of all its NFTs and those of its vaults" }),
    agents: z.int().meta({ description: 'agents that may act now' }),
    mandates: z.int().meta({ description: 'mandates that are neither revoked nor expired' }),
  })
  .meta({ id: 'OwnAccount' });

export const accountRoutes = z
  .object({ items: z.array(routeReceipt), next })
  .meta({ id: 'AccountRoutes' });

export const accountRefunds = z
  .object({
    items: z.array(
      z.object({
        routeId: z.string(),
        chainId: field.chain,
        token: field.token,
        amount: field.units.meta({ description: "in the source token's smallest units" }),
        state: z.enum(['sent', 'held']),
        refundTx: field.hash,
        heldReason: z
          .enum(['refused', 'not-now', 'operator', 'no-address'])
          .nullable()
          .meta({ description: 'as in refundHeld of the receipt; null once the refund was sent' }),
      }),
    ),
    next,
  })
  .meta({ id: 'AccountRefunds' });

export const accountSponsored = z
  .object({ items: z.array(sponsoredCallAnswer), next })
  .meta({ id: 'AccountSponsored' });

const eventFields = {
  id: z.string(),
  event: z.enum(accountEventKinds),
  seq: z.int().min(1).meta({ description: "numbers the account's events, without gaps" }),
  ts: epochMs,
  data: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .meta({ description: 'for a route: routeId, status, stage and its transactions at the time' }),
};

const accountEvent = z.object(eventFields).meta({ id: 'AccountEvent' });

/** The same as the body of a delivery. */
export const accountHookEvent = z.object(eventFields).meta({ id: 'AccountHookEvent' });

export const accountEvents = z
  .object({
    items: z.array(accountEvent).meta({ description: 'the oldest first, at most 100' }),
    next: z.int().meta({ description: 'send it as after to get what comes next' }),
  })
  .meta({ id: 'AccountEvents' });

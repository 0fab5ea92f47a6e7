import * as z from 'zod';
import { answerFields as field, requestFields } from '../server/schemas/fields.ts';
import { change } from './order-endpoint.ts';

const role = z
  .enum(['spender', 'float'], { error: '"spender" or "float"' })
  .meta({ description: 'spender pulls and calls rails, float pays out' });
const whatToDo = z.string().meta({ description: 'in words, for a person' });
const block = z.int().min(0).nullable();
const epochMs = z.int().meta({ description: 'epoch milliseconds' });
const nonce = z.int().min(0).nullable();

export const attentionAnswer = z
  .object({
    routes: z
      .array(
        z.object({
          id: z.string(),
          stage: z.string(),
          since: z.int().meta({ description: 'epoch milliseconds' }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'why its refund is held, with the code; null elsewhere' }),
          whatToDo,
        }),
      )
      .meta({ description: 'those that wait longest first' }),
    accounts: z
      .array(z.object({ chain: field.chain, role, reason: z.string(), whatToDo }))
      .meta({ description: 'accounts of ours that send nothing' }),
    slots: z
      .array(
        z.object({
          chain: field.chain,
          role,
          slot: z.string().meta({ description: 'of the account; on EVM chains the nonce' }),
          reason: z.string(),
          fromBlock: block,
          toBlock: block,
          since: epochMs,
          lastLook: epochMs,
          whatToDo,
        }),
      )
      .meta({
        description:
          'slots that something consumed, where no nodes have shown for 15 minutes what; the blocks that must hold it',
      }),
    transactions: z
      .array(
        z.object({
          kind: z.enum(['pull', 'payment', 'call', 'unread']).meta({
            description:
              "pull: a payer's money came to us; payment: ours went to somebody; call: anything else; unread: no node showed it",
          }),
          chain: field.chain,
          role,
          slot: z.int().min(0).meta({ description: 'its nonce' }),
          hash: z.string().nullable(),
          block: z.int().min(0).nullable(),
          at: z.int().meta({ description: 'epoch milliseconds, of its block' }),
          moved: z.array(
            z.object({
              token: z.string(),
              from: field.evmAddress,
              to: field.evmAddress,
              amount: field.units,
            }),
          ),
          permit: z
            .object({ owner: field.evmAddress, nonce: z.string() })
            .nullable()
            .meta({ description: 'the permit that it redeemed; its owner is the payer' }),
          whatToDo,
        }),
      )
      .meta({
        description:
          'transactions of ours on a chain that a store which went back in time cannot give to any route',
      }),
  })
  .meta({ id: 'Attention' });

export const accountAnswer = z
  .object({
    chain: field.chain,
    role,
    address: field.evmAddress,
    nextNonce: nonce.meta({ description: 'by the store; null for an account it has never used' }),
    chainNonce: nonce.meta({
      description:
        "by the chain, with what waits in the node's pool; null where the chain is silent",
    }),
    stopped: z
      .string()
      .nullable()
      .meta({ description: 'why it sends nothing; null where it runs' }),
    stuck: z
      .array(z.object({ transactionId: z.string(), nonce: z.int().min(0), reason: z.string() }))
      .meta({ description: 'its transactions that no higher fee can help below the cap' }),
  })
  .meta({ id: 'OperatorAccount' });

export const accountsAnswer = z.object({ accounts: z.array(accountAnswer), count: z.int().min(0) });

export const resumeFields = { chain: requestFields.chain, role };

export const heldRefundFields = routeFields('the id of the route whose refund is held');
export const quarantinedFields = routeFields('the id of a quarantined route');

function routeFields(error: string) {
  return { id: z.string({ error }).min(1, { error }).max(128, { error }) };
}

const hookId = { error: 'the id of a webhook' };

export const hookFields = { id: z.string(hookId).regex(/^[\x21-\x7e]{1,128}$/, hookId) };

const wantedScope =
  'service, chain:8453, token:8453/USDC (or its address), lane:8453-42161, rail:floatlane or engine:lifi';

export const scopeFields = {
  scope: z
    .string({ error: wantedScope })
    .min(1, { error: wantedScope })
    .max(160, { error: wantedScope })
    .meta({ description: wantedScope }),
};

const atMs = z.int().meta({ description: 'epoch milliseconds' });
const operatorName = z.string().meta({ description: "the operator's name" });

export const operatorSwitch = z
  .object({
    scope: z.string().meta({ examples: ['chain:8453'] }),
    state: z.enum(['paused', 'draining']),
    reason: z.string(),
    by: operatorName,
    since: atMs,
  })
  .meta({ id: 'OperatorSwitch' });

export const switchesAnswer = z.object({
  switches: z.array(operatorSwitch),
  count: z.int().min(0),
});

const wantedLimit = 'a whole number from 1 to 500';
const wantedEntry = 'the id of an entry';

export const auditQuery = z.object({
  limit: z
    .string({ error: wantedLimit })
    .regex(/^[1-9][0-9]{0,2}$/, { error: wantedLimit })
    .transform(Number)
    .refine((limit) => limit <= 500, { error: wantedLimit })
    .meta({ description: `${wantedLimit}; 50 when left out` })
    .optional(),
  before: z
    .string({ error: wantedEntry })
    .regex(/^au_[0-9a-f]{32}$/, { error: wantedEntry })
    .meta({ description: 'only entries before this one' })
    .optional(),
});

export const auditEntry = z
  .object({
    id: z.string(),
    ts: atMs,
    operator: operatorName,
    action: z.string(),
    target: z.string().meta({ description: 'what the order was about' }),
    reason: z.string().meta({ description: 'empty where none was given' }),
    before: change,
    after: change,
    outcome: z.enum(['begun', 'done', 'refused', 'failed']).meta({
      description:
        'begun: under way, or cut short by a crash; refused: nothing was done; failed: by a fault of ours, of an order in several steps a part may be done',
    }),
    errorCode: z.string().nullable(),
    ended: atMs.nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const auditAnswer = z.object({ entries: z.array(auditEntry), count: z.int().min(0) });

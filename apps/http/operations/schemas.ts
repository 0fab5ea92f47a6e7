import * as z from 'zod';
import { answerFields as field, requestFields } from '../server/schemas/fields.ts';

const role = z
  .enum(['spender', 'float'], { error: '"spender" or "float"' })
  .meta({ description: 'spender pulls and calls rails, float pays out' });
const whatToDo = z.string().meta({ description: 'in words, for a person' });
const nonce = z.int().min(0).nullable();

export const attentionAnswer = z
  .object({
    routes: z
      .array(
        z.object({
          id: z.string(),
          stage: z.string(),
          since: z.int().meta({ description: 'epoch milliseconds' }),
          whatToDo,
        }),
      )
      .meta({ description: 'those that wait longest first' }),
    accounts: z
      .array(z.object({ chain: field.chain, role, reason: z.string(), whatToDo }))
      .meta({ description: 'accounts of ours that send nothing' }),
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
  })
  .meta({ id: 'OperatorAccount' });

export const accountsAnswer = z.object({ accounts: z.array(accountAnswer), count: z.int().min(0) });

export const resumeBody = z.strictObject({ chain: requestFields.chain, role });

export const releaseRefundBody = routeBody('the id of the route whose refund is held');
export const releaseRouteBody = routeBody('the id of a quarantined route');

function routeBody(error: string) {
  return z.strictObject({ id: z.string({ error }).min(1, { error }).max(128, { error }) });
}

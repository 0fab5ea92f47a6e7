import { engineDebtEnds } from '@interline/core/books';
import { begunLogs, deskKinds } from '@interline/core/operations';
import { unmatchedEnds } from '@interline/core/transactions';
import { bundleNames, directAssets, mostBundles } from '@interline/core/passes';
import * as z from 'zod';
import { answerFields as field, epochMs, requestFields } from '../server/schemas/fields.ts';
import { serviceWord } from '../discovery/schemas.ts';
import { change } from './order-endpoint.ts';

const role = z
  .enum(['spender', 'float'], { error: '"spender" or "float"' })
  .meta({ description: 'spender pulls and calls rails, float pays out' });
const slot = z.int().min(0).nullable();

export const deskAnswer = z
  .object({
    entries: z
      .array(
        z
          .object({
            kind: z.enum(deskKinds),
            subject: z.string().meta({ description: 'what it is about, in words' }),
            state: z.string().meta({ description: 'how it stands' }),
            since: epochMs.nullable().meta({ description: 'epoch milliseconds; null if not kept' }),
            shows: change.meta({
              description: 'what the store has of it: amounts in smallest units, hashes, blocks',
            }),
            whatToDo: z.string().meta({ description: 'in words, for a person' }),
            commands: z.array(z.string()).meta({
              description: 'command lines; fill in what stands in angle brackets',
            }),
            orders: z
              .array(
                z
                  .object({
                    path: z.string().meta({ examples: ['/operator/refund'] }),
                    body: change.meta({ description: 'of the order, beside its reason and asks' }),
                    asks: z
                      .array(z.object({ field: z.string(), choices: z.array(z.string()) }))
                      .meta({
                        description:
                          'what of the body a person fills in; any text where it has no choices',
                      }),
                    how: z.string().meta({
                      description: 'what tells it from another order of that path; may be empty',
                    }),
                  })
                  .meta({ id: 'DeskOrder' }),
              )
              .meta({ description: 'the commands that give an order, for a page to give it' }),
          })
          .meta({ id: 'DeskEntry' }),
      )
      .meta({ description: 'the oldest first' }),
    more: z.int().min(0).meta({ description: 'how many more there are' }),
  })
  .meta({ id: 'Desk' });

export const accountAnswer = z
  .object({
    chain: field.chain,
    role,
    address: field.evmAddress,
    nextSlot: slot.meta({ description: 'by the store; null for an account it has never used' }),
    chainSlots: slot.meta({
      description:
        "by the chain, with what waits in the node's pool; null where the chain is silent",
    }),
    former: z.boolean().meta({ description: 'of keys that were rotated out' }),
    inFlight: z.int().min(0).meta({ description: 'transactions whose end is not known yet' }),
    oldest: epochMs.nullable().meta({ description: 'when the oldest of them was committed' }),
    stopped: z
      .string()
      .nullable()
      .meta({ description: 'why it sends nothing; null where it runs' }),
    stuck: z
      .array(z.object({ transactionId: z.string(), slot: z.int().min(0), reason: z.string() }))
      .meta({ description: 'its transactions that no higher fee can help below the cap' }),
    lacksCoin: z.string().nullable().meta({
      description:
        'that its coin does not pay for its next transaction, how many routes wait for it, and what to do; null where it does, and where the account alone was asked for',
    }),
  })
  .meta({ id: 'OperatorAccount' });

const feeRate = z
  .string()
  .meta({ description: "per gas, in the smallest units of the chain's coin" });

const signedForm = z
  .object({
    hash: z.string(),
    maxFeeRate: feeRate,
    tip: feeRate,
    movements: z.array(z.string()).meta({ description: 'none: a no-op' }),
    committed: epochMs,
  })
  .meta({ id: 'SignedForm' });

const openTransaction = z
  .object({
    id: z.string(),
    purpose: z.string(),
    owner: z.string().meta({ description: 'the route that it serves' }),
    slot: slot.meta({ description: 'null while it waits for a multicall' }),
    committed: epochMs,
    moves: z
      .object({ token: z.string(), amount: z.string(), from: z.string(), to: z.string() })
      .nullable(),
    chain: z
      .object({
        shows: z.enum(['unknown', 'waiting', 'slot-taken', 'in-block']),
        hash: z.string().nullable(),
        block: z.int().min(0).nullable(),
      })
      .meta({ description: 'what the chain shows of it now' }),
    forms: z.array(signedForm).meta({ description: 'signed forms, the oldest first' }),
  })
  .meta({ id: 'OpenTransaction' });

export const accountSheets = z.object({
  accounts: z.array(
    z
      .object({ account: accountAnswer, open: z.array(openTransaction) })
      .meta({ id: 'AccountSheet' }),
  ),
});

const wantedChain = 'a chain of the deployment, such as 8453';

export const accountQuery = z.object({
  chain: z
    .string({ error: wantedChain })
    .min(1, { error: wantedChain })
    .max(64, { error: wantedChain }),
  role,
});

export const accountsAnswer = z.object({ accounts: z.array(accountAnswer), count: z.int().min(0) });

export const resumeFields = { chain: requestFields.chain, role };

const wantedAccount = 'the address of an account of that role, such as one of former keys';

export const classifyFields = {
  chain: requestFields.chain,
  role,
  account: z
    .string({ error: wantedAccount })
    .meta({ description: `${wantedAccount}; the one in use where left out` })
    .optional(),
  token: requestFields.token,
  of: z.enum(['unclaimed', 'deficit'], { error: '"unclaimed" or "deficit"' }),
  as: z.enum(['capital', 'losses'], { error: '"capital" or "losses"' }),
  units: requestFields.digits
    .optional()
    .meta({ description: 'smallest units; all of it where left out' }),
};

const wantedHash =
  '64 hex digits, after 0x on an EVM chain: a transaction on the destination chain';
const hashShape = /^(0x)?[0-9a-fA-F]{64}$/;
const wantedTo = 'an address on the source chain, as that chain writes it';
const wantedTransaction = 'the id of an open transaction, as "account show" lists them';
const wantedCap =
  "a whole number as text, in the coin's smallest unit per gas, on Bitcoin per vbyte, on Stellar per operation";

export const refundFields = {
  ...routeFields('the id of the route to refund'),
  to: z
    .string({ error: wantedTo })
    .meta({ description: `${wantedTo}, instead of the payer's` })
    .optional(),
  undelivered: requestFields.flag
    .meta({ description: 'your word that the recipient got nothing and nothing will come' })
    .optional(),
  despiteEngine: requestFields.flag
    .meta({
      description:
        'with undelivered: also where the engine does not say that the transfer failed, or cannot be asked',
    })
    .optional(),
};
export const settleFields = {
  ...routeFields('the id of a route that waits for a person'),
  evidence: z
    .string({ error: wantedHash })
    .regex(hashShape, { error: wantedHash })
    .meta({ description: wantedHash })
    .optional(),
  unseen: requestFields.flag
    .meta({ description: 'your word that it was delivered, where no chain shows it' })
    .optional(),
};
const wantedUnmatched = 'the id of an unmatched transaction, as the desk lists it';
const wantedDepositRoute = 'the id of a route with a deposit';
const wantedEnd = unmatchedEnds.map((end) => `"${end}"`).join(', ');

export const closeFields = {
  id: z
    .string({ error: wantedUnmatched })
    .min(1, { error: wantedUnmatched })
    .max(128, { error: wantedUnmatched })
    .meta({ description: wantedUnmatched }),
  as: z.enum(unmatchedEnds, { error: `one of ${wantedEnd}` }).meta({
    description:
      'delivered: a pull whose recipient was paid, or that payment; returned: a pull whose payer has the money back, or that payment; explained: anything else, by the reason',
  }),
  evidence: z
    .string({ error: wantedHash })
    .regex(hashShape, { error: wantedHash })
    .meta({ description: 'of a pull that was returned: the payment of ours that did it' })
    .optional(),
  routeId: z
    .string({ error: wantedDepositRoute })
    .min(1, { error: wantedDepositRoute })
    .max(128, { error: wantedDepositRoute })
    .meta({
      description:
        'the route of the deposit that it delivered or gave back, which it holds from then on',
    })
    .optional(),
};
const wantedDebtEnd = engineDebtEnds.map((end) => `"${end}"`).join(' or ');

const wantedInvoice = 'the id of the invoice, as its payer has it';
export const adoptFields = {
  id: z
    .string({ error: wantedInvoice })
    .regex(/^inv_[0-9a-f]{32}$/, { error: wantedInvoice })
    .meta({ description: wantedInvoice }),
  asset: z.enum(directAssets).meta({ description: 'what was paid at its address' }),
  bundle: z.enum(bundleNames),
  bundles: z.int().min(1).max(mostBundles).meta({ description: '1 where left out' }).optional(),
  issued: z
    .int()
    .min(0)
    .meta({ description: 'passes that were claimed of it before; none where left out' })
    .optional(),
  amount: requestFields.amount
    .meta({ description: 'its price in smallest units; left out for dollars' })
    .optional(),
};
export const beginLogFields = {
  log: z.enum(begunLogs, { error: '"lane-keys", "messages" or "receipts"' }).meta({
    description:
      'lane-keys: of the private lane; messages: of rows that are anchored; receipts: of routes that ended',
  }),
};
export const engineDebtFields = {
  ...routeFields('the id of a route that ended and for which an engine owes us'),
  as: z.enum(engineDebtEnds, { error: wantedDebtEnd }).meta({
    description:
      'returned: it came back and is unclaimed on an account of ours, from which it is taken; lost: it is booked as a loss',
  }),
};
export const writeOffFields = routeFields('the id of a route that waits for a person');

const transactionField = z
  .string({ error: wantedTransaction })
  .min(1, { error: wantedTransaction })
  .max(64, { error: wantedTransaction })
  .meta({ description: wantedTransaction });

export const bumpFields = {
  transaction: transactionField,
  feeRateCap: z
    .string({ error: wantedCap })
    .regex(/^[1-9][0-9]{0,30}$/, { error: wantedCap })
    .meta({
      description: `the highest fee rate it may offer: ${wantedCap}; the chain's cap when left out`,
    })
    .optional(),
};
export const replaceFields = {
  transaction: transactionField,
  force: requestFields.flag
    .meta({ description: 'also a pull whose permit is still good' })
    .optional(),
};
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

const operatorName = z.string().meta({ description: "the operator's name" });

export const operatorSwitch = z
  .object({
    scope: z.string().meta({ examples: ['chain:8453'] }),
    state: z.enum(['paused', 'draining']),
    reason: z.string(),
    by: operatorName,
    since: epochMs,
  })
  .meta({ id: 'OperatorSwitch' });

export const operatorStatus = z
  .object({
    status: serviceWord,
    reasons: z
      .array(z.string())
      .meta({ description: 'a clause each; empty while it is operational or not known yet' }),
    rails: z.array(z.object({ name: z.string(), up: z.boolean(), reason: z.string().nullable() })),
  })
  .meta({ id: 'OperatorStatus' });

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
    ts: epochMs,
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
    ended: epochMs.nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const auditAnswer = z.object({ entries: z.array(auditEntry), count: z.int().min(0) });

import * as z from 'zod';
import { routeStatuses } from '@interline/core/transfer';
import { answerFields as field, epochMs } from '../../server/schemas/fields.ts';
import { fees } from '../quote/schemas.ts';

const fundBlock = z.object({
  chain: field.chain,
  amount: field.units.meta({
    description:
      'what is missing there now: with so much more it goes on. A transfer takes at most a quarter of what is free, so four times its output must be free',
  }),
  address: z.string().nullable().meta({ description: "null but for the operator's token" }),
});

const depositBlock = z.object({
  chain: field.chain.optional(),
  address: z.string().meta({ description: 'of this route alone' }),
  amount: field.units.meta({ description: "what is to be sent, in the coin's smallest units" }),
  uri: z.string().optional().meta({ description: 'BIP-21, for a wallet' }),
  confirmations: z
    .int()
    .optional()
    .meta({ description: 'what the amount needs before it is delivered' }),
  lockedUntil: z.int().nullable().optional().meta({
    description:
      'epoch milliseconds: what is seen by then keeps the price; null where no price was locked, as more than may be locked waits to be paid: the price is that of its first block, and it goes back where that brings less than the agreed minimum',
  }),
  expiresAt: z.int().optional().meta({ description: 'epoch milliseconds: parts count until then' }),
  partCost: field.units.optional().meta({
    description:
      'in smallest units: what a part costs to be spent; after the first, one that is worth less than a hundred times that counts for so much less, and so does each after the fifth; where that cost rose by more than a tenth by the time of the credit, for so much less as it costs then',
  }),
  refundAddress: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'where what cannot be delivered goes back to; null until it is named' }),
  seen: z
    .array(z.object({ tx: z.string(), amount: field.units, confirmations: z.int() }))
    .optional()
    .meta({
      description:
        'what stands at the address, the 50 largest parts; 0 confirmations in the mempool',
    }),
  total: z
    .object({
      parts: z.int(),
      amount: field.units,
      missing: field.units.meta({
        description:
          'what one more part must bring; 0 where enough is there, or nothing more counts',
      }),
      confirmations: z.int().meta({ description: 'of the part that has the fewest' }),
    })
    .optional()
    .meta({ description: 'all parts that stand at the address, listed in seen or not' }),
  refunds: z
    .array(
      z.object({
        amount: field.units.meta({ description: 'what was deposited of it' }),
        refundFee: field.units
          .nullable()
          .meta({ description: 'what its own miner fee takes off; null until it is sent' }),
        refundTx: field.hash,
        state: z.enum(['due', 'held', 'sent', 'done']),
        reason: z.string().nullable().meta({ description: 'why it is held' }),
      }),
    )
    .optional(),
  isLost: z.boolean().optional().meta({
    description: 'true: it was delivered or sent back, and the chain took the deposit back',
  }),
});

export const routeReceipt = z
  .object({
    id: z
      .string()
      .regex(/^(rt|sbx)_/)
      .meta({ examples: ['rt_0123456789abcdef0123456789abcdef'] }),
    status: z
      .enum(routeStatuses)
      .meta({ description: 'BRIDGING until it is DONE or FAILED, which are final' }),
    gasless: z.boolean().meta({ description: 'the payer needed no gas' }),
    sandbox: z.boolean().meta({ description: 'played through: nothing moved' }),
    bridge: field.bridge,
    aggregator: field.offer,
    svcFee: field.units.meta({
      description:
        "the service's whole charge, gas included, in the source token's smallest units; 0 once the money goes back",
    }),
    bridged: field.units.meta({
      description:
        "the amount less svcFee, in the source token's smallest units; 0 once the money goes back",
    }),
    feeParts: fees.meta({
      description:
        "svcFee in its parts, and what the engine keeps, in the source token's smallest units: as expected until it is delivered, and left out where the two tokens are not one asset or nothing arrives",
    }),
    quoted: z.object({ svcFee: field.units, bridged: field.units }).meta({
      description:
        "both as they were agreed, whatever became of it; of a deposit at another price than the agreed one, that price's",
    }),
    from: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      decimals: z.int().min(0),
      amount: field.sourceUnits,
      address: z.string().nullable().meta({ description: 'who pays; null for a deposit' }),
    }),
    to: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      decimals: z.int().min(0),
      recipient: z.string(),
      estimated: field.destUnits,
      min: field.destUnits,
      delivered: field.units.nullable().meta({
        description: "what arrived, in the destination token's smallest units; null before it did",
      }),
      memo: z
        .object({ type: z.enum(['text', 'id', 'hash', 'return']), value: z.string() })
        .optional()
        .meta({ description: 'the memo that the payment carries: to stellar' }),
      claim: z.object({ balanceId: z.string(), note: z.string() }).optional().meta({
        description:
          'where it was paid as a claimable balance: its id, which the recipient must claim; left out where it was paid outright',
      }),
    }),
    srcTx: field.hash,
    destTx: field.hash,
    stage: z
      .string()
      .meta({ description: 'where it is, in more detail; any text, for people and logs' }),
    elapsedSec: z
      .number()
      .min(0)
      .meta({ description: 'since it was accepted; stands still once it is over' }),
    createdAt: epochMs.meta({ description: 'when it was accepted, in epoch milliseconds' }),
    updatedAt: epochMs.meta({
      description:
        'when the service last noted a change of it, in epoch milliseconds; its end once it is over',
    }),
    track: z.string().meta({ description: 'where to read this again' }),
    refundTx: field.hash,
    refund: z
      .object({
        state: z.enum(['due', 'held', 'sent', 'done']).meta({
          description:
            'due: it is to be sent; held: it waits, and refundHeld says why; sent: its transaction is on its way; done: it is back',
        }),
        units: field.units.meta({
          description: "all that goes back or came back, in the source token's smallest units",
        }),
        tx: field.hash.meta({
          description: 'null until it is sent; of a deposit that goes back in parts, the last one',
        }),
        since: epochMs.nullable().meta({
          description: 'epoch milliseconds: when it came to that state; null for a deposit',
        }),
      })
      .optional()
      .meta({ description: 'what goes back to the payer; left out where nothing does' }),
    refusals: z
      .array(field.refusal)
      .meta({ description: 'ways that were tried and left, in the order it happened' }),
    refunded: field.units.optional().meta({
      description: "what came back to the payer in all, in the source token's smallest units",
    }),
    refundHeld: z
      .object({
        reason: z.enum(['refused', 'not-now', 'operator', 'no-address']).meta({
          description:
            'refused: the token refuses its transfer to the payer; not-now: the relayer cannot send it at the moment; operator: an operator must look at it first; no-address: none was named for the deposit',
        }),
        error: z.string(),
        owed: field.units.meta({
          description: "what the payer is owed, in the source token's smallest units",
        }),
        suggestedAction: z.string(),
      })
      .optional()
      .meta({ description: 'stage REFUND_HELD: why the refund waits, and what to do' }),
    failure: z
      .object({
        error: z.string(),
        errorCode: z.string(),
        retryable: z.boolean(),
        suggestedAction: z.string(),
      })
      .optional()
      .meta({ description: 'FAILED: why, and what to do' }),
    deposit: depositBlock
      .optional()
      .meta({ description: 'what the payer is to send and where to, and what came' }),
    fund: fundBlock.optional().meta({
      description:
        'FUNDS_REQUIRED: what our account lacks to pay this out. Nothing was pulled. It goes on by itself once the operator has sent `amount`, until 60 s before the permit ends (an hour where it has none), and fails with stage NOT_PULLED after that.',
    }),
  })
  .meta({ id: 'RouteReceipt' });

/** What a transaction's hash shows of its routes: it is public, and an id is not. */
export const transactionRoutes = z
  .object({
    routes: z.array(
      z.object({
        as: z
          .enum(['source', 'destination', 'refund'])
          .meta({ description: 'what the transaction did for the route' }),
        chain: field.chain.meta({ description: 'the chain that the transaction is on' }),
        status: z.enum(routeStatuses).meta({
          description:
            'BRIDGING of a source until the full ten minutes that follow the end of its route; a destination or a refund is known from then on',
        }),
        stage: z.string().meta({
          description: 'how it ended, in more detail; UNDER_WAY of a source before that',
        }),
      }),
    ),
    count: z.int().min(1),
    note: z.string(),
  })
  .meta({ id: 'TransactionRoutes' });

export const walletQuestion = z
  .object({
    message: z.string().meta({ description: 'what the wallet signs, to the letter (EIP-191)' }),
    expiresAt: z.int().meta({ description: 'until when it is good, in ms' }),
    note: z.string(),
  })
  .meta({ id: 'WalletQuestion' });

export const walletRoutes = z
  .object({
    wallet: z.string(),
    routes: z.array(
      z.object({
        id: z.string(),
        status: z.enum(routeStatuses),
        stage: z.string(),
        acceptedAt: z.int().meta({ description: 'in ms' }),
      }),
    ),
    count: z.int(),
    next: z
      .string()
      .nullable()
      .meta({ description: 'what to send as after for the next page; null at the last' }),
    note: z.string(),
  })
  .meta({ id: 'WalletRoutes' });

const timelineStep = z.object({
  what: z.enum(['allowance', 'pull', 'approve', 'call', 'payout', 'refund', 'other']).meta({
    description:
      "allowance: Permit2 may take the token from now on; pull: the payer's money comes in; approve, call: an engine is paid; payout, refund: money leaves to the recipient, or back to the payer",
  }),
  chain: field.chain,
  tx: field.hash,
  state: z
    .enum(['open', 'mined', 'reverted', 'filled', 'displaced'])
    .meta({ description: 'mined: it is in a block and did what it was for' }),
  begunAt: epochMs.meta({
    description:
      'epoch milliseconds; of a payout, a refund or a call: what came before it was confirmed then',
  }),
  sentAt: epochMs.nullable().meta({
    description: 'epoch milliseconds; null before it was sent, and once the route is archived',
  }),
  block: z.int().nullable().meta({ description: 'null while it is in no block' }),
  sends: z
    .int()
    .min(0)
    .meta({ description: 'how many signed forms of it there are; above 1 its fee was raised' }),
  reorgs: z.int().min(0).meta({ description: 'how often a reorg took it out of a block' }),
});

export const routeTimeline = z
  .object({
    id: z.string(),
    now: epochMs.meta({ description: "epoch milliseconds, by the service's clock" }),
    acceptedAt: epochMs,
    endedAt: epochMs
      .nullable()
      .meta({ description: 'epoch milliseconds; null until it has ended' }),
    decimals: z
      .object({ from: z.int(), to: z.int() })
      .meta({ description: "of both tokens' smallest units" }),
    steps: z.array(timelineStep),
  })
  .meta({ id: 'RouteTimeline' });

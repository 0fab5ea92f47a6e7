import * as z from 'zod';
import { recentLimit } from '@interline/core/discovery';
import { routeStatuses } from '@interline/core/transfer';
import {
  answerFields as field,
  epochMs,
  queryFields,
  requestFields,
} from '../server/schemas/fields.ts';

export const serviceWord = z.enum(['operational', 'degraded', 'down', 'unknown']);

export const statusResponse = z
  .object({
    status: serviceWord,
    ts: epochMs,
    nodes: z.object({
      up: z.int(),
      total: z.int(),
      evm: z.array(z.object({ chainId: z.int(), name: z.string(), up: z.boolean() })),
      nonEvm: z.array(
        field.isUp.extend({
          simulated: z.literal(true).optional().meta({
            description: 'what answers is no node of that chain, but behaves like one: a devnet',
          }),
        }),
      ),
    }),
    rails: z.array(
      field.isUp.extend({
        reason: z
          .string()
          .optional()
          .meta({ description: 'why it is not asked now, where it fares apart from its rail' }),
      }),
    ),
    routes: z
      .int()
      .nullable()
      .meta({ description: 'lanes that can be executed now; null while unknown' }),
    switches: z
      .array(
        z.object({
          scope: z.string().meta({
            description: 'service, or a chain, token, lane, rail or engine, such as chain:8453',
          }),
          state: z.enum(['paused', 'draining']),
          since: epochMs,
        }),
      )
      .meta({ description: 'what accepts nothing new now, by the operator' }),
    endpoints: z.array(field.isUp),
  })
  .meta({ id: 'Status' });

const direction = z.object({
  executeReady: z.boolean(),
  quotable: z.boolean(),
  reason: z.string().optional(),
});

const node = z.object({
  name: z.string(),
  executeReady: z.boolean(),
  asSource: direction,
  asDestination: direction,
  reason: z.string().optional(),
});

const pricedOnly = z.object({
  name: z.string(),
  executeReady: z.literal(false),
  quotable: z.literal(true),
  lanes: z.array(z.string()).meta({
    description: 'as from->to; * is any EVM chain of the mesh',
    examples: [['*->sui', 'sui->*']],
  }),
  reason: z.string(),
});

export const meshResponse = z
  .object({
    nodes: z
      .int()
      .meta({ description: 'all that can be a side of a lane, those that are not built included' }),
    chains: z.array(z.int()).meta({ description: 'EVM chain ids' }),
    routableNonEvm: z
      .array(z.string())
      .meta({ description: 'nodes beyond the EVM, by the names that requests take' }),
    directedRoutes: z
      .int()
      .min(0)
      .meta({ description: 'lanes that can be executed now, each direction counted' }),
    relayer: field.evmAddress.meta({
      description: 'whom a permit is signed for, on every EVM chain',
    }),
    permit2: field.evmAddress.meta({ description: 'the canonical permit contract' }),
    engine: z.string(),
    nonEvmNodes: z
      .record(z.string(), node)
      .meta({ description: 'by the names that requests take' }),
    comparatorQuoteOnly: z.record(z.string(), pricedOnly).meta({
      description: 'what can be priced and is never settled, by the names that requests take',
    }),
  })
  .meta({ id: 'Mesh' });

export const gaslessQuery = z.object({ chainId: queryFields.chainId.optional() });

const acceptedToken = z.object({
  chainId: z.int(),
  address: field.evmAddress,
  symbol: field.symbol,
  decimals: z.int(),
  eip2612: z.boolean(),
});

export const gaslessResponse = z
  .object({
    service: z.string(),
    router: field.evmAddress,
    svcRouter: field.evmAddress,
    tokenPaymaster: field.evmAddress,
    permit2: field.evmAddress,
    entryPoint: field.evmAddress,
    relayer: field.evmAddress,
    chainId: z.int(),
    routes: z.array(z.string()),
    recommended: z.string(),
    gaslessChains: z.record(
      z.string(),
      z.object({ name: z.string(), nativeSymbol: z.string(), tokens: z.array(z.string()) }),
    ),
    acceptedTokens: z.array(acceptedToken),
    domain: z.object({ name: z.string(), chainId: z.int(), verifyingContract: field.evmAddress }),
    note: z.string(),
  })
  .meta({ id: 'GaslessInfo' });

const wantedLimit = `a whole number from 1 to ${recentLimit.most}`;

export const recentRoutesQuery = z.object({
  limit: z
    .string({ error: wantedLimit })
    .regex(/^[1-9][0-9]{0,3}$/, { error: wantedLimit })
    .transform(Number)
    .refine((limit) => limit <= recentLimit.most, { error: wantedLimit })
    .meta({
      description: `${wantedLimit}; ${recentLimit.standard} when left out`,
      examples: ['25'],
    })
    .optional(),
});

const recentRoute = z.object({
  lane: z.string().meta({ examples: ['Base -> Arbitrum One'] }),
  asset: z.string().meta({ examples: ['USDC'] }),
  rail: z.string(),
  status: z.enum(routeStatuses),
  when: z.string().meta({ description: 'relative and coarse', examples: ['within the last hour'] }),
  size: z
    .string()
    .meta({ description: 'a bucket by tokens, never an amount', examples: ['tens of tokens'] }),
  sandbox: z.boolean(),
});

/** What the feed shows of a route. */
export const recentRouteFields: readonly string[] = Object.keys(recentRoute.shape);

export const recentRoutesResponse = z
  .object({ routes: z.array(recentRoute), count: z.int().min(0), note: z.string() })
  .meta({ id: 'RecentRoutes' });

const step = z.object({
  words: z.string(),
  below: z
    .string()
    .nullable()
    .meta({ description: 'where the next step begins; null for the last one' }),
});

/** Everything a client may rely on, out of the tables that the service goes by. */
export const termsResponse = z
  .object({
    versions: z.object({
      interface: z.string(),
      rails: z.array(z.object({ rail: z.string(), version: z.string(), api: z.string() })),
    }),
    fees: z.object({
      standardBps: z
        .int()
        .min(0)
        .meta({ description: "the service's standard charge on what is moved" }),
      guardPct: z
        .number()
        .min(0)
        .meta({ description: 'from which effective fee on a comparison warns, in percent' }),
    }),
    rails: z.array(
      z.object({
        rail: z.string(),
        title: z.string(),
        ways: z.array(z.string()),
        broadcast: z
          .enum(['by-default', 'opt-in'])
          .meta({ description: 'opt-in: only with live: true' }),
        minOut: z.enum(['enforced', 'passed-on']).meta({
          description: 'who keeps to minOut: the service itself, or the engine it is passed on to',
        }),
        simulated: z.boolean(),
        quoteOnly: z
          .boolean()
          .meta({ description: 'it prices lanes and settles none; live and minOut do not apply' }),
      }),
    ),
    microTiers: z
      .array(
        z.object({
          rail: z.string(),
          leastUsd: z.string(),
          mostUsd: z.string(),
          destinations: z.array(field.chain),
          subsidy: z.object({
            perTransferUsd: z.string(),
            perDayUsd: z
              .string()
              .meta({ description: 'on each destination; whole again at midnight UTC' }),
          }),
        }),
      )
      .meta({
        description: 'small transfers that are free or cost a fraction of a cent, and where',
      }),
    parBandPct: z.number().meta({
      description:
        'how far apart the prices of two tokens of one asset may lie for one to be paid out for the other',
    }),
    limits: z.object({
      requests: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          name: z.string(),
          requests: z.int().min(1),
          perSeconds: z.int().min(1),
        }),
      ),
      bodyBytes: z.int().min(1),
      keyFactor: z
        .int()
        .min(1)
        .meta({ description: 'how many times more a request with a key may ask' }),
      recent: z.object({
        standard: z.literal(recentLimit.standard),
        most: z.literal(recentLimit.most),
      }),
      slippage: z.object({ standard: z.number(), most: z.number() }),
      permitSeconds: z
        .object({ suggested: z.int(), least: z.int(), most: z.int() })
        .meta({ description: "what may be left until a permit's deadline, by chain time" }),
      maxOpenPullsUsd: z
        .int()
        .meta({ description: 'value of accepted, unmined pulls on one chain' }),
      maxOpenPullsOfOneUsd: z.int().meta({
        description: 'the same of one client or payer, so also of a single transfer',
      }),
    }),
    finality: z.array(
      z.object({
        chain: field.chain,
        name: z.string(),
        tiers: z.array(z.object({ upToUsd: z.number(), confirmations: z.int() })),
        confirmations: z.int().meta({ description: 'above the last tier' }),
        finalDepth: z
          .int()
          .meta({ description: 'until this depth a mined transaction is watched for reorgs' }),
      }),
    ),
    refunds: z.object({
      errorCode: z.string(),
      meaning: z.string(),
      suggestedAction: z.string(),
      retrySeconds: z.number(),
    }),
    deposits: z
      .object({
        lockSeconds: z.number(),
        expireSeconds: z.number(),
        unpaidOfOneClient: z.int(),
        more: z.string(),
        less: z.string(),
        second: z.string(),
        late: z.string(),
        unpaid: z.string(),
      })
      .nullable()
      .meta({
        description:
          'what becomes of a deposit that is not the agreed one; null where no lane starts with a deposit',
      }),
    quoteOnly: z.array(
      z.object({
        node: z.string(),
        side: z.enum(['source', 'destination']),
        quotable: z.boolean(),
        reason: z.string(),
      }),
    ),
    privacy: z.object({
      recentRoutes: z.object({
        shows: z.array(z.string()),
        sizes: z.array(step).meta({ description: 'below: whole tokens' }),
        ages: z.array(step).meta({ description: 'below: seconds' }),
      }),
    }),
  })
  .meta({ id: 'Terms' });

const consoleChain = z.object({
  chain: field.chain,
  name: z.string().meta({ examples: ['Base'] }),
  coin: z
    .object({ symbol: field.symbol, decimals: z.int() })
    .nullable()
    .meta({ description: 'null where the token list has none' }),
  explorerTx: z
    .string()
    .nullable()
    .meta({
      description: "a transaction's page, {tx} for its hash; null where none is configured",
      examples: ['https://basescan.org/tx/{tx}'],
    }),
  simulated: z
    .boolean()
    .meta({ description: 'what answers is no node of that chain, but behaves like one' }),
  tokens: z.array(
    z.object({
      address: field.token,
      symbol: field.symbol,
      decimals: z.int(),
      asset: z.string().meta({
        description: 'what it is a claim on; tokens of one asset trade one to one on the float',
      }),
      gasless: z.boolean().meta({ description: 'a signature alone moves it' }),
    }),
  ),
});

export const consoleResponse = z
  .object({
    profile: z.enum(['devnet', 'mainnet']),
    basePath: z.string().meta({ description: 'in front of all paths; empty for none' }),
    operator: z.boolean().meta({ description: "whether an operator's token opens anything" }),
    passes: z.boolean(),
    privateLane: z.boolean(),
    chains: z.array(consoleChain).meta({ description: 'on which the deployment moves money' }),
  })
  .meta({ id: 'Console' });

export const balanceQuery = z.object({
  chainId: queryFields.chainId,
  token: requestFields.token,
  address: requestFields.address,
});

export const balanceResponse = z
  .object({
    chainId: z.int(),
    token: field.token,
    symbol: field.symbol,
    decimals: z.int(),
    address: field.evmAddress,
    balance: field.units,
  })
  .meta({ id: 'Balance' });

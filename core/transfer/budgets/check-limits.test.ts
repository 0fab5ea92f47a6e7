import {
  asAmount,
  asUnits,
  bps,
  defaultSlippage,
  errorEntry,
  type EvmAddress,
  evmAddress,
  evmChain,
  isRelayError,
  laneClient,
  nativeAddress,
  type Plan,
  type Price,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { payer, transfer } from '../preflight/testing/preflight-world.ts';
import {
  checkOpenValue,
  checkRefundBudgets,
  checkRevertBudgets,
  nextPullOf,
} from './check-limits.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import type { Prepared } from '@interline/ports';
import { expect } from 'chai';
import { prepared } from './testing/prepared.ts';

const base = evmChain(8453);
const usdc: TokenRef = {
  chain: base,
  address: evmAddress(`0x${'3'.repeat(40)}`),
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const weth: TokenRef = {
  chain: base,
  address: evmAddress(`0x${'4'.repeat(40)}`),
  symbol: 'WETH',
  decimals: 18,
  asset: 'ETH',
};
const ether: TokenRef = {
  chain: base,
  address: nativeAddress,
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};

describe('room for one more pull', () => {
  it('is there up to the limit, by what all tokens under way are worth', async () => {
    const open = [
      [usdc, 7_000_000n],
      [weth, 10n ** 15n],
    ] as const;

    expect(await refusalOf({ amount: 1_000_000n, open, limit: 10 })).to.equal(null);
    expect(await refusalOf({ amount: 1_000_001n, open, limit: 10 })).to.equal('RELAYER_BUSY');
  });

  it('is never there for an amount above the limit by itself, and the error is not retryable', async () => {
    expect(await refusalOf({ amount: 10_000_000n, limit: 10 })).to.equal(null);
    expect(await refusalOf({ amount: 10_000_001n, limit: 10 })).to.equal('BAD_AMOUNT');
    expect(errorEntry('BAD_AMOUNT').retryable).to.equal(false);
  });

  it('is there for one client up to its share only, and for others beyond it', async () => {
    const of = { client: 'c_1' };
    const own = [[usdc, 1_000_000n, of]] as const;
    const others = [[usdc, 1_500_000n]] as const;
    const ask = { limit: 10, shareBps: 2_500 };

    expect(await refusalOf({ ...ask, amount: 1_500_000n, open: own })).to.equal(null);
    expect(await refusalOf({ ...ask, amount: 1_500_001n, open: own })).to.equal('RELAYER_BUSY');
    expect(await refusalOf({ ...ask, amount: 1_500_001n, open: others })).to.equal(null);
  });

  it('is not taken by pulls that the chain shows reverted, except from their own client', async () => {
    const reverted = { isReverted: true };
    const ask = { limit: 10, shareBps: 5_000, amount: 5_000_000n };

    expect(await refusalOf({ ...ask, open: [[usdc, 10_000_000n, reverted]] })).to.equal(null);
    expect(
      await refusalOf({ ...ask, open: [[usdc, 1n, { ...reverted, client: 'c_1' }]] }),
    ).to.equal('RELAYER_BUSY');
  });

  it('is there for one payer up to its share only, over all clients that send its permits', async () => {
    const open = [
      [usdc, 1_000_000n, { client: 'c_2', payer }],
      [weth, 250_000_000_000_000n, { client: 'c_3', payer }],
    ] as const;
    const ask = { limit: 10, shareBps: 2_500, open };

    expect(await refusalOf({ ...ask, amount: 1_000_000n })).to.equal(null);
    expect(await refusalOf({ ...ask, amount: 1_000_001n })).to.equal('RELAYER_BUSY');
  });

  it('is never there for an amount above the share by itself', async () => {
    const ask = { limit: 10, shareBps: 2_500 };

    expect(await refusalOf({ ...ask, amount: 2_500_000n })).to.equal(null);
    expect(await refusalOf({ ...ask, amount: 2_500_001n })).to.equal('BAD_AMOUNT');
  });

  it('is not there for a token of unknown value, since the limit could not hold', async () => {
    expect(await refusalOf({ amount: 1n, prices: { USD: null } })).to.equal('RELAYER_BUSY');
    expect(await refusalOf({ amount: 1n, prices: { USD: 'fails' } })).to.equal('RELAYER_BUSY');
  });

  it('is not reduced by another token that lost its price while its pull was pending', async () => {
    expect(
      await refusalOf({ amount: 1_000_000n, open: [[weth, 10n ** 18n]], prices: { ETH: null } }),
    ).to.equal(null);
  });

  it('is not checked for a coin, which is never pulled', async () => {
    expect(await refusalOf({ amount: 1n, from: ether, prices: { ETH: null } })).to.equal(null);
  });
});

interface Given {
  readonly amount: bigint;
  readonly from?: TokenRef;
  /** Pulls by others, where no one is named. */
  readonly open?: readonly (readonly [
    TokenRef,
    bigint,
    { readonly client?: string; readonly payer?: EvmAddress; readonly isReverted?: boolean }?,
  ])[];
  readonly limit?: number;
  readonly shareBps?: number;
  readonly prices?: Readonly<Record<string, Price | null | 'fails'>>;
}

/** The error code, or null. A dollar token is worth a dollar, and an ether 2,000. */
async function refusalOf({
  amount,
  from = usdc,
  open = [],
  limit = 10,
  shareBps = 10_000,
  prices = {},
}: Given): Promise<unknown> {
  const listed: typeof prices = {
    USD: { microUsd: 1_000_000n, asOfMs: 0 },
    ETH: { microUsd: 2_000_000_000n, asOfMs: 0 },
    ...prices,
  };
  const ports: Parameters<typeof checkOpenValue>[0] = {
    store: {
      reads: {
        transactions: {
          pendingPullsOn: async () =>
            open.map(([token, units, of = {}]) => ({
              token: token.address,
              units: asUnits(units),
              client: of.client ?? 'c_other',
              payer: of.payer ?? weth.address,
              isReverted: of.isReverted ?? false,
            })),
        },
      },
      // CAST: the store read that the check makes.
    } as unknown as Parameters<typeof checkOpenValue>[0]['store'],
    // CAST: the policy limits that the check reads.
    policy: { maxOpenPullsUsd: limit, openPullsShareBps: bps(shareBps) } as Parameters<
      typeof checkOpenValue
    >[0]['policy'],
    tokens: new TokenList([usdc, weth, ether]),
    price: {
      async priceOf({ asset }) {
        const price = listed[asset] ?? null;
        if (price === 'fails') throw new Error('the source is gone');
        return price;
      },
    },
  };
  const quote = {
    lane: { from: base, to: evmChain(42161) },
    from,
    to: usdc,
    amount: asAmount(amount),
    slippage: defaultSlippage,
    recipient: usdc.address,
    payer,
  };
  return checkOpenValue(
    ports,
    { quote, client: 'c_1', permit: null } as unknown as ExecuteRequest, // CAST: the fields of the request that the check reads.
    new AbortController().signal,
  ).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}

const nothing = { inAll: 0n, ofClient: 0n, ofPayer: 0n };

interface Day {
  readonly client?: string;
  readonly spentByLane?: bigint;
  readonly spent?: bigint;
  readonly spentByClient?: bigint;
  readonly spentByPayer?: bigint;
  /** What pending pulls can still cost. */
  readonly inAll?: bigint;
  readonly ofClient?: bigint;
  readonly ofPayer?: bigint;
  readonly worstCost?: bigint;
  readonly runsForeignCode?: boolean;
  readonly burnt?: bigint;
  readonly burntByClient?: bigint;
  readonly burntByPayer?: bigint;
  readonly coins?: bigint;
  readonly spentThere?: bigint;
  readonly spentThereByClient?: bigint;
  readonly spentThereByPayer?: bigint;
  readonly toCoin?: boolean;
}

const coin: TokenRef = {
  chain: evmChain(42161),
  address: nativeAddress,
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};

const paused =
  'pulls are paused on eip155:8453 for today: too many reverted and the relayer paid their gas; try tomorrow';
const payerPaused = `pulls of the payer ${payer} are paused on eip155:8453 for today: too many reverted and the relayer paid their gas; try tomorrow`;
const pausedThere =
  'payouts of coin are paused on eip155:42161 for today: too many reverted and the relayer ' +
  'paid their gas; try tomorrow, or send a token';
const crowded =
  'as many pulls are under way on eip155:8453 as the relayer could pay for today, were they to revert; try again when they are over';
const codePaused =
  'pulls of payers with code are paused on eip155:8453 for today: too many reverted and the relayer paid their gas; try tomorrow';
const beyondFees =
  "the payer's account has code, and at today's fees its pull on eip155:8453 could cost more than what is left for reverts today; try again when gas is cheaper, or tomorrow";

/** Budgets of 1,000 wei for the chain, 100 for the client and 50 for the payer. */
function portsWith(coins: bigint | undefined): Parameters<typeof checkRefundBudgets>[0] {
  const policy = {
    finality: {},
    rebroadcastAfterMs: 0,
    bumpAfterMs: 0,
    displacedAfterMs: 1,
    holdSec: { '*': 0 },
    maxBumps: 0,
    slowBumpAfterMs: 0,
    patienceMs: 0,
    retryAfterMs: 0,
    refundRetryMs: 0,
    overdueAfterMs: 0,
    maxAttempts: 0,
    revertBudget: asUnits(1_000n),
    clientRevertBudget: asUnits(100n),
    payerRevertBudget: asUnits(50n),
    engineRevertBudget: asUnits(1_000n),
    parBandBps: bps(100),
    maxOpenPullsUsd: 1,
    openPullsShareBps: bps(5_000),
    deficitPayoutLimitUsd: 10,
    ...(coins === undefined ? {} : { etherWorth: new Map([[evmChain(8453), coins * 10n ** 18n]]) }),
  };
  const clock = {
    now: () => 1_780_000_000_000,
    monotonic: () => 0,
    sleep: async () => undefined,
    alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
  };
  return { clock, policy };
}

/**
 * Budgets of 1,000 wei for the chain, 100 for the client and 50 for the payer; null where a pull of
 * an approved payer is let through.
 */
async function refusal({
  client = 'c_1',
  spentByLane = 0n,
  spent = 0n,
  spentByClient = 0n,
  spentByPayer = 0n,
  inAll = 0n,
  ofClient = 0n,
  ofPayer = 0n,
  worstCost,
  runsForeignCode = false,
  burnt = 0n,
  burntByClient = 0n,
  burntByPayer = 0n,
  coins,
  spentThere = 0n,
  spentThereByClient = 0n,
  spentThereByPayer = 0n,
  toCoin = true,
}: Day): Promise<string | null> {
  const spentOf = new Map([
    ['revert:eip155:8453', spent],
    [`revert:eip155:8453:${client}`, spentByClient],
    ['revert:eip155:8453:lane', spentByLane],
    [`revert:eip155:8453:payer:${payer}`, spentByPayer],
    ['code-revert:eip155:8453', burnt],
    ['code-revert:eip155:8453:c_1', burntByClient],
    [`code-revert:eip155:8453:payer:${payer}`, burntByPayer],
    ['payout-revert:eip155:42161', spentThere],
    ['payout-revert:eip155:42161:c_1', spentThereByClient],
    [`payout-revert:eip155:42161:payer:${payer}`, spentThereByPayer],
  ]);
  const request: ExecuteRequest = {
    quote: toCoin ? { ...transfer, to: coin } : transfer,
    mode: 'permit2',
    permit: null,
    claimedSpender: null,
    allowance: null,
    minOut: null,
    live: true,
    dryRun: false,
    allowBurnAddress: false,
    excludeRails: [],
    onlyEnforced: false,
    sandbox: null,
    isOperator: false,
    client,
    idempotency: null,
  };
  const reader = {
    transactions: {
      spentOfEach: async (budgets: readonly string[]) =>
        budgets.map((budget) => asUnits(spentOf.get(budget) ?? 0n)),
      openPulls: async () => ({ inAll, ofClient, ofPayer }),
      openPayouts: async () => nothing,
      payoutsToCome: async () => nothing,
    },
  };
  try {
    await checkRevertBudgets(
      portsWith(coins),
      reader,
      request,
      worstCost === undefined ? null : { pull: { worstCost, runsForeignCode }, payout: null },
    );
    return null;
  } catch (error) {
    if (!isRelayError(error)) throw error;
    expect(error.code).to.equal('BUDGET_SPENT');
    return error.message;
  }
}

describe('the budgets against reverts', () => {
  it("let a payer with an approval through until the chain's day is spent", async () => {
    expect(await refusal({ spent: 999n })).to.equal(null);
    expect(await refusal({ spent: 1_000n })).to.equal(paused);
  });

  it("let a payer with an approval through until the client's day is spent", async () => {
    expect(await refusal({ spentByClient: 99n })).to.equal(null);
    expect(await refusal({ spentByClient: 100n })).to.equal(paused);
  });

  it("let no pass of the private lane use more than the lane's half, and leave the other half to other clients", async () => {
    const [client, of] = [laneClient('a pass'), { spent: 500n }];

    expect(await refusal({ client, spent: 490n, spentByLane: 490n })).to.equal(null);
    expect(await refusal({ client, ...of, spentByLane: 500n })).to.equal(paused);
    expect(await refusal({ ...of, spentByLane: 500n })).to.equal(null);
  });

  it('give each pass of the private lane a quarter of what the lane has left', async () => {
    const client = laneClient('a pass');

    expect(await refusal({ client, spentByLane: 100n, ofClient: 1n, worstCost: 99n })).to.equal(
      null,
    );
    expect(await refusal({ client, spentByLane: 400n, ofClient: 1n, worstCost: 24n })).to.equal(
      null,
    );
    expect(await refusal({ client, spentByLane: 400n, ofClient: 1n, worstCost: 25n })).to.equal(
      crowded,
    );
    expect(await refusal({ client, spentByLane: 425n, spentByClient: 25n })).to.equal(paused);
  });

  it("let a payer with an approval through until the payer's own day is spent, for every client that sends its permits", async () => {
    expect(await refusal({ spentByPayer: 49n })).to.equal(null);
    expect(await refusal({ spentByPayer: 50n })).to.equal(payerPaused);
    expect(await refusal({ ofPayer: 40n, worstCost: 10n })).to.equal(null);
    expect(await refusal({ ofPayer: 40n, worstCost: 11n })).to.equal(crowded);
  });

  it('count pending pulls and the one being accepted as if they were to revert', async () => {
    expect(await refusal({ inAll: 900n, worstCost: 100n })).to.equal(null);
    expect(await refusal({ inAll: 900n, worstCost: 101n })).to.equal(crowded);
    expect(await refusal({ ofClient: 90n, worstCost: 10n })).to.equal(null);
    expect(await refusal({ ofClient: 90n, worstCost: 11n })).to.equal(crowded);
    expect(await refusal({ spent: 1n, inAll: 900n, worstCost: 100n })).to.equal(crowded);
  });

  it('count an expensive pending pull in full, even if the next one is cheap', async () => {
    expect(await refusal({ ofPayer: 49n, worstCost: 1n })).to.equal(null);
    expect(await refusal({ ofPayer: 50n, worstCost: 1n })).to.equal(crowded);
  });

  it('let one pull of a plain account go alone when fees are so high that none would fit', async () => {
    expect(await refusal({ spentByPayer: 49n, worstCost: 10n ** 18n })).to.equal(null);
    expect(await refusal({ spentByPayer: 50n, worstCost: 1n })).to.equal(payerPaused);
    expect(await refusal({ ofPayer: 25n, worstCost: 25n })).to.equal(null);
    expect(await refusal({ ofPayer: 25n, worstCost: 26n })).to.equal(crowded);
  });

  it('never let a payer with code burn more in its last try than what is left of the day', async () => {
    const withCode = { runsForeignCode: true, worstCost: 10n };
    expect(await refusal({ ...withCode, burntByPayer: 40n })).to.equal(null);
    expect(await refusal({ ...withCode, burntByPayer: 41n })).to.equal(beyondFees);
    expect(await refusal({ ...withCode, burntByPayer: 50n })).to.equal(codePaused);
    expect(await refusal({ ...withCode, burntByClient: 90n })).to.equal(null);
    expect(await refusal({ ...withCode, burntByClient: 91n })).to.equal(beyondFees);
    expect(await refusal({ ...withCode, ofPayer: 40n })).to.equal(null);
    expect(await refusal({ ...withCode, ofPayer: 41n })).to.equal(crowded);
  });

  it("give payers with code half of the chain's day, and never block a plain account because of them", async () => {
    const withCode = { runsForeignCode: true, worstCost: 10n };
    expect(await refusal({ ...withCode, burnt: 490n })).to.equal(null);
    expect(await refusal({ ...withCode, burnt: 491n })).to.equal(beyondFees);
    expect(await refusal({ ...withCode, burnt: 500n })).to.equal(codePaused);
    expect(await refusal({ burnt: 500n, burntByClient: 100n, worstCost: 10n })).to.equal(null);
    expect(await refusal({ ...withCode, spent: 1_000n })).to.equal(paused);
  });

  it('charge everyone for what code deployed after acceptance burnt beyond its half', async () => {
    expect(await refusal({ burnt: 600n, spent: 899n })).to.equal(null);
    expect(await refusal({ burnt: 600n, spent: 900n })).to.equal(paused);
  });

  it('hold payouts of coin, which recipients can make revert, to a day of their own', async () => {
    expect(await refusal({ spentThere: 999n, spentThereByClient: 99n, coins: 6n })).to.equal(null);
    expect(await refusal({ spentThere: 1_000n })).to.equal(pausedThere);
    expect(await refusal({ spentThereByClient: 100n })).to.equal(pausedThere);
    expect(await refusal({ spentThereByPayer: 49n })).to.equal(null);
    expect(await refusal({ spentThereByPayer: 50n })).to.equal(pausedThere);
    expect(await refusal({ spentThere: 1_000n, spentThereByClient: 100n, toCoin: false })).to.equal(
      null,
    );
  });

  it("are scaled by the coin's price in ether", async () => {
    expect(await refusal({ spent: 5_999n, spentByClient: 599n, coins: 6n })).to.equal(null);
    expect(await refusal({ spent: 6_000n, coins: 6n })).to.equal(paused);
    expect(await refusal({ spentByClient: 600n, coins: 6n })).to.equal(paused);
  });

  it('count what a pull and its allowance could cost, and nothing that only follows it', () => {
    expect(
      nextPullOf([
        prepared('allowance', 100n),
        prepared('pull', 1_000n),
        prepared('approve', 10_000n),
        prepared('call', 100_000n),
      ]),
    ).to.deep.equal({ worstCost: 3_300n, runsForeignCode: false });
  });

  it('count a pull at the price of the next block if that is known, not at the fee that it offers', () => {
    const pull: Prepared = {
      purpose: 'pull',
      chain: evmChain(1),
      role: 'spender',
      account: evmAddress(`0x${'1'.repeat(40)}`),
      expects: null,
      block: 1,
      nextBlockCost: 1_900n,
      simulated: { gas: 80n, gasInMulticall: 60n, runsForeignCode: true },
      tx: {
        to: evmAddress(`0x${'2'.repeat(40)}`),
        data: '0x',
        value: 0n,
        gasLimit: 100n,
        maxFeeRate: 33n,
        tip: 1n,
      },
    };

    expect(nextPullOf([pull])).to.deep.equal({ worstCost: 1_900n, runsForeignCode: true });
  });
});

describe('the budgets for transfers that are refunded', () => {
  it('apply only to plans that are made again after the pull, or that have calls', async () => {
    const durable = { spentByPayer: 50n, keeps: 'durable' } as const;
    expect(await refusalOfRefund(durable)).to.equal(null);
    expect(await refusalOfRefund({ ...durable, hasCall: true })).to.match(
      /^engines with calls are paused on eip155:8453/,
    );
    expect(await refusalOfRefund({ spentByPayer: 49n })).to.equal(null);
    expect(await refusalOfRefund({ spentByPayer: 50n })).to.contain('are paused on eip155:8453');
  });

  it('count pending transfers and the one being accepted as if all were refunded', async () => {
    const full =
      'as many transfers of engines that plan again after the pull are under way on eip155:8453 as the relayer could pay for today, were they given back; try again when they are over';
    expect(await refusalOfRefund({ ofPayer: 40n, nextCost: 10n })).to.equal(null);
    expect(await refusalOfRefund({ ofPayer: 40n, nextCost: 11n })).to.equal(full);
    expect(await refusalOfRefund({ ofClient: 90n, nextCost: 10n })).to.equal(null);
    expect(await refusalOfRefund({ ofClient: 90n, nextCost: 11n })).to.equal(full);
    expect(await refusalOfRefund({ inAll: 990n, nextCost: 10n })).to.equal(null);
    expect(await refusalOfRefund({ inAll: 990n, nextCost: 11n })).to.equal(full);
    expect(await refusalOfRefund({ spentByPayer: 1n, ofPayer: 40n, nextCost: 10n })).to.equal(full);
  });

  it('apply to plans whose recipient can refuse the payout, and to no other payout', async () => {
    const payout = { keeps: 'durable', payout: 'refusable' } as const;
    expect(await refusalOfRefund({ ...payout, spentByPayer: 49n })).to.equal(null);
    expect(await refusalOfRefund({ ...payout, spentByPayer: 50n })).to.match(
      /^engines whose payout the recipient can refuse are paused on eip155:8453/,
    );
    expect(
      await refusalOfRefund({ keeps: 'durable', payout: 'plain', spentByPayer: 50n }),
    ).to.equal(null);
  });

  it('let one go alone when fees are so high that none would fit', async () => {
    expect(await refusalOfRefund({ spentByPayer: 49n, nextCost: 10n ** 18n })).to.equal(null);
  });
});

interface Returning {
  readonly keeps?: 'durable' | 'perishable';
  readonly hasCall?: boolean;
  readonly payout?: 'plain' | 'refusable';
  readonly spentByPayer?: bigint;
  readonly inAll?: bigint;
  readonly ofClient?: bigint;
  readonly ofPayer?: bigint;
  readonly nextCost?: bigint;
}

/** The reason, or null. */
async function refusalOfRefund({
  keeps = 'perishable',
  hasCall = false,
  payout,
  spentByPayer = 0n,
  inAll = 0n,
  ofClient = 0n,
  ofPayer = 0n,
  nextCost,
}: Returning): Promise<string | null> {
  const reader = {
    transactions: {
      spentOfEach: async (budgets: readonly string[]) =>
        budgets.map((budget) =>
          asUnits(budget === `refund:eip155:8453:payer:${payer}` ? spentByPayer : 0n),
        ),
      refundsToCome: async () => ({ inAll, ofClient, ofPayer }),
    },
  };
  const request = { quote: transfer, client: 'c_1', permit: null };
  // CAST: the fields of a step that are read.
  const steps = [
    ...(hasCall ? [{ kind: 'call' }] : []),
    ...(payout === undefined ? [] : [{ kind: 'payout', ...isRefusable(payout) }]),
  ] as unknown as Plan['steps'];
  try {
    await checkRefundBudgets(portsWith(undefined), reader, request, { keeps, steps }, nextCost);
    return null;
  } catch (error) {
    if (!isRelayError(error)) throw error;
    return error.message;
  }
}

function isRefusable(payout: 'plain' | 'refusable'): { readonly isRefusable?: true } {
  return payout === 'refusable' ? { isRefusable: true } : {};
}

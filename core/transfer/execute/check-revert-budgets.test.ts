import {
  asUnits,
  evmAddress,
  evmChain,
  isRelayError,
  nativeAddress,
  type TokenRef,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { transfer } from '../preflight/testing/preflight-world.ts';
import { checkRevertBudgets, worstOfPull } from './check-limits.ts';
import type { ExecuteRequest } from './execute-request.ts';
import { expect } from 'chai';

interface Day {
  readonly spent?: bigint;
  readonly spentByClient?: bigint;
  readonly inAll?: number;
  readonly ofClient?: number;
  readonly worstWei?: bigint;
  readonly coins?: bigint;
  readonly spentThere?: bigint;
  readonly spentThereByClient?: bigint;
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
const pausedThere =
  'payouts of coin are paused on eip155:42161 for today: too many reverted and the relayer ' +
  'paid their gas; try tomorrow, or send a token';
const crowded =
  'as many pulls are under way on eip155:8453 as the relayer could pay for today, were they to revert; try again when they are over';

/**
 * Budgets of 1,000 wei for the chain and 100 for the client; null where a pull of an approved payer
 * is let through.
 */
async function refusal({
  spent = 0n,
  spentByClient = 0n,
  inAll = 0,
  ofClient = 0,
  worstWei = 0n,
  coins,
  spentThere = 0n,
  spentThereByClient = 0n,
  toCoin = true,
}: Day): Promise<string | null> {
  const spentOf = new Map([
    ['revert:eip155:8453', spent],
    ['revert:eip155:8453:c_1', spentByClient],
    ['payout-revert:eip155:42161', spentThere],
    ['payout-revert:eip155:42161:c_1', spentThereByClient],
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
    client: 'c_1',
    idempotency: null,
  };
  const policy = {
    finality: {},
    rebroadcastAfterMs: 0,
    bumpAfterMs: 0,
    displacedAfterMs: 1,
    maxBumps: 0,
    patienceMs: 0,
    retryAfterMs: 0,
    refundRetryMs: 0,
    overdueAfterMs: 0,
    maxAttempts: 0,
    revertBudgetWei: asUnits(1_000n),
    clientRevertBudgetWei: asUnits(100n),
    maxOpenPullsUsd: 1,
    ...(coins === undefined ? {} : { coinsPerEther: new Map([[evmChain(8453), coins]]) }),
  };
  const clock = {
    now: () => 1_780_000_000_000,
    monotonic: () => 0,
    sleep: async () => undefined,
    alarm: () => ({ rang: new Promise<void>(() => undefined), cancel: () => undefined }),
  };
  const reader = {
    transactions: {
      spent: async (budget: string) => asUnits(spentOf.get(budget) ?? 0n),
      openPulls: async () => ({ inAll, ofClient }),
    },
  };
  try {
    await checkRevertBudgets({ clock, policy }, reader, request, worstWei);
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

  it('count what is under way as if it were to revert', async () => {
    expect(await refusal({ inAll: 9, worstWei: 111n })).to.equal(null);
    expect(await refusal({ inAll: 9, worstWei: 112n })).to.equal(crowded);
    expect(await refusal({ ofClient: 9, worstWei: 11n })).to.equal(null);
    expect(await refusal({ ofClient: 10, worstWei: 10n })).to.equal(crowded);
    expect(await refusal({ spent: 1n, inAll: 9, worstWei: 111n })).to.equal(crowded);
    expect(await refusal({ worstWei: 10n ** 18n })).to.equal(null);
  });

  it('hold payouts of coin, which recipients can make revert, to a day of their own', async () => {
    expect(await refusal({ spentThere: 999n, spentThereByClient: 99n, coins: 6n })).to.equal(null);
    expect(await refusal({ spentThere: 1_000n })).to.equal(pausedThere);
    expect(await refusal({ spentThereByClient: 100n })).to.equal(pausedThere);
    expect(await refusal({ spentThere: 1_000n, spentThereByClient: 100n, toCoin: false })).to.equal(
      null,
    );
  });

  it('are as many coins more as an ether is worth', async () => {
    expect(await refusal({ spent: 5_999n, spentByClient: 599n, coins: 6n })).to.equal(null);
    expect(await refusal({ spent: 6_000n, coins: 6n })).to.equal(paused);
    expect(await refusal({ spentByClient: 600n, coins: 6n })).to.equal(paused);
  });

  it('count of a pull what it and its allowance could cost, and nothing that only follows it', () => {
    const one = (purpose: Prepared['purpose'], gasLimit: bigint): Prepared => ({
      purpose,
      chain: evmChain(8453),
      role: 'spender',
      account: evmAddress(`0x${'1'.repeat(40)}`),
      expects: null,
      block: 1,
      tx: {
        to: evmAddress(`0x${'2'.repeat(40)}`),
        data: '0x',
        valueWei: 0n,
        gasLimit,
        maxFeePerGas: 3n,
        maxPriorityFeePerGas: 1n,
      },
    });

    expect(
      worstOfPull([
        one('allowance', 100n),
        one('pull', 1_000n),
        one('approve', 10_000n),
        one('call', 100_000n),
      ]),
    ).to.equal(3_300n);
  });
});

import {
  asAmount,
  asUnits,
  defaultSlippage,
  type ErrorCode,
  evmChain,
  type FirmQuote,
  type TokenRef,
} from '@interline/kernel';
import type { Route } from '../route.ts';
import { recordOf } from './end-route.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);

describe('the record of an ended route', () => {
  it('is what its engine quoted and what arrived, for the agreed minimum and in that time', () => {
    expect(recordOf(running, done({ delivered: asUnits(999_200n) }))).to.deep.equal({
      routeId: 'rt_1',
      rail: 'lifi',
      lane: { from: base, to: arbitrum },
      quoted: 999_200n,
      delivered: 999_200n,
      agreed: 990_000n,
      tookMs: 12_345,
      outcome: 'delivered',
      atMs: 1_800_000_012_345,
      token: 'USDC',
      costBps: 8,
    });
  });

  it('is a miss from one unit below the quote on, and not above that', () => {
    expect(recordOf(running, done({ delivered: asUnits(999_199n) }))?.outcome).to.equal('missed');
    expect(recordOf(running, done({ delivered: asUnits(999_201n) }))?.outcome).to.equal(
      'delivered',
    );
  });

  it('uses the accepted quote, even after a later plan', () => {
    const quote: FirmQuote = {
      kind: 'firm',
      rail: 'lifi',
      bridge: 'across',
      via: [],
      input: asAmount(1_000_000n),
      output: asUnits(999_900n),
      minOutput: asUnits(990_000n),
      fee: asUnits(800n),
      durationSec: 15,
      expiresAtMs: 0,
      memo: {},
    };

    expect(recordOf(running, done({ delivered: asUnits(999_200n), quote }))).to.deep.include({
      quoted: 999_900n,
      outcome: 'missed',
    });
  });

  it('has no cost if the two tokens differ', () => {
    const order = { ...running.order, to: { ...running.order.to, symbol: 'DAI' } };

    expect(recordOf(running, done({ order, delivered: asUnits(999_200n) }))).to.deep.include({
      token: null,
      costBps: null,
    });
  });

  it('ends a route for any amounts sent and received', () => {
    const of = (amount: bigint, delivered: bigint) =>
      recordOf(
        running,
        done({
          quote: null,
          order: { ...running.order, amount: asAmount(amount) },
          delivered: asUnits(delivered),
        }),
      )?.costBps;

    expect(of(1n, 10n ** 30n)).to.equal(-10_000);
    expect(of(1_000_000n, 2_000_000n)).to.equal(-10_000);
    expect(of(1_000_000n, 1_999_999n)).to.equal(-9_999);
    expect(of(1_000_000n, 0n)).to.equal(10_000);
    expect(of(1n, 0n)).to.equal(10_000);
  });

  it('is a failure if the money was refunded, or arrived below the agreed minimum', () => {
    expect(recordOf(running, failed('REFUNDED', 'REFUNDED'))).to.deep.include({
      outcome: 'failed',
      delivered: 0n,
    });
    expect(
      recordOf(
        running,
        failed('DELIVERED_BELOW_MIN', 'DELIVERED_BELOW_MIN', { delivered: asUnits(989_999n) }),
      ),
    ).to.deep.include({ outcome: 'failed', delivered: 989_999n });
  });

  it('is missing for a simulation', () => {
    expect(recordOf(running, done({ isSimulated: true }))).to.equal(null);
  });

  it('is missing if the engine had no part in the end', () => {
    const brokenPull = {
      ...running,
      failure: { code: 'PULL_REVERTED', reason: 'the pull reverted' },
    } as const;

    expect(recordOf(running, failed('PULL_REVERTED', 'NOT_PULLED'))).to.equal(null);
    expect(
      recordOf({ ...running, status: 'AWAITING_DEPOSIT' }, failed('NO_ROUTE', 'EXPIRED')),
    ).to.equal(null);
    expect(recordOf(brokenPull, failed('REFUNDED', 'REFUNDED'))).to.equal(null);
  });
});

const usdc = (chain: TokenRef['chain']): TokenRef => ({
  chain,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
});

const running: Route = {
  id: 'rt_1',
  version: 3,
  status: 'BRIDGING',
  stage: 'SENDING',
  phase: 'running',
  isSimulated: false,
  mode: 'permit2',
  rail: 'lifi',
  railPackage: 'aggregators',
  bridge: 'across',
  order: {
    routeId: 'rt_1',
    lane: { from: base, to: arbitrum },
    from: usdc(base),
    to: usdc(arbitrum),
    amount: asAmount(1_000_000n),
    payer: '0x01',
    recipient: '0x02',
    slippage: defaultSlippage,
    minOutput: asUnits(990_000n),
  },
  permit: null,
  allowance: null,
  plan: {
    pullTo: 'spender',
    steps: [],
    output: asUnits(999_200n),
    fee: asUnits(800n),
    keeps: 'perishable',
    charges: [],
  },
  quote: null,
  cursor: 0,
  credited: asUnits(1_000_000n),
  delivered: null,
  refusals: [],
  failure: null,
  srcTx: null,
  destTx: null,
  refundTx: null,
  givenBack: null,
  owed: null,
  refundTo: null,
  refundFrom: null,
  client: 'c1',
  spender: null,
  createdAtMs: 1_800_000_000_000,
  updatedAtMs: 1_800_000_001_000,
};

function done(change: Partial<Route> = {}): Route {
  return {
    ...running,
    status: 'DONE',
    stage: 'DELIVERED',
    phase: 'ended',
    updatedAtMs: 1_800_000_012_345,
    ...change,
  };
}

function failed(code: ErrorCode, stage: string, change: Partial<Route> = {}): Route {
  return {
    ...running,
    status: 'FAILED',
    stage,
    phase: 'ended',
    failure: { code, reason: 'it failed' },
    updatedAtMs: 1_800_000_012_345,
    ...change,
  };
}

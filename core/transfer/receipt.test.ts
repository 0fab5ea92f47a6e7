import { expect } from 'chai';
import {
  asAmount,
  asUnits,
  chainRef,
  evmChain,
  type PlanStep,
  readSlippage,
  type TokenRef,
} from '@interline/kernel';
import type { Deposit, DepositRefund } from './deposit/deposit.ts';
import { chargedOf, feePartsOf, receiptOf } from './receipt.ts';
import type { HeldReason, Route } from './route.ts';

const startedMs = 1_800_000_000_000;
const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

describe('a receipt', () => {
  it('of an open route has its two transactions, as far as they are known', () => {
    const fresh = routeOf({});
    const pulled = routeOf({ srcTx: '0x01', destTx: '0x02' });

    expect(receiptOf(fresh, startedMs)).to.deep.equal({
      route: fresh,
      elapsedSec: 0,
      deposit: null,
      refund: null,
      status: 'BRIDGING',
      srcTx: null,
      destTx: null,
      held: null,
    });
    expect(receiptOf(pulled, startedMs + 7_000)).to.deep.equal({
      route: pulled,
      elapsedSec: 7,
      deposit: null,
      refund: null,
      status: 'BRIDGING',
      srcTx: '0x01',
      destTx: '0x02',
      held: null,
    });
  });

  it('of a held refund says which kind of reason holds it, what is owed and what to do, without internal details', () => {
    const heldIn = (held: HeldReason | undefined, owed: bigint | null) => {
      const route = routeOf({
        stage: 'REFUND_HELD',
        phase: 'refunding',
        credited: asUnits(1_000_000n),
        owed: owed === null ? null : asUnits(owed),
        failure: {
          code: 'RAIL_FAULT',
          reason: 'SIMULATION_FAILED: execution reverted: blacklisted',
          ...(held === undefined ? {} : { held }),
        },
      });
      const receipt = receiptOf(route, startedMs);
      return receipt.status === 'BRIDGING' ? receipt.held : null;
    };

    const refused = heldIn('refused', null);
    expect(refused).to.include({ reason: 'refused', owed: 1_000_000n });
    expect(refused?.error).to.equal(
      'The refund cannot be delivered: the token refuses its transfer to the payer.',
    );
    expect(heldIn('not-now', 999_999n)).to.include({ reason: 'not-now', owed: 999_999n });
    expect(heldIn(undefined, null)).to.include({ reason: 'operator' });
  });

  it('shows the kept charge, and nothing once the money is refunded or never came', () => {
    const chargedIn = (change: Partial<Route>) => {
      const { fee, bridged } = chargedOf(routeOf(change));
      return [fee, bridged];
    };
    const failed = (stage: string) => chargedIn({ status: 'FAILED', phase: 'ended', stage });

    const { plan, order } = routeOf({});
    const quoted = [plan.fee, order.amount - plan.fee];
    expect(plan.fee > 0n).to.equal(true);
    expect([
      chargedIn({}),
      chargedIn({ status: 'DONE', phase: 'ended' }),
      failed('DELIVERED_BELOW_MIN'),
      failed('DELIVERED_OTHER_TOKEN'),
    ]).to.deep.equal([quoted, quoted, quoted, quoted]);
    expect([
      chargedIn({ phase: 'refunding' }),
      failed('REFUNDED'),
      failed('NOT_PULLED'),
      failed('WRITTEN_OFF'),
    ]).to.deep.equal([
      [0n, 0n],
      [0n, 0n],
      [0n, 0n],
      [0n, 0n],
    ]);
  });

  it('shows as charged and bridged all of a deposit that was taken, also above the agreed amount', () => {
    const { plan, order } = routeOf({});
    const deposit = { mode: 'deposit', status: 'DONE', phase: 'ended' } as const;
    const bridgedOf = (credited: bigint | null) =>
      chargedOf(routeOf({ ...deposit, credited: credited === null ? null : asUnits(credited) }))
        .bridged;

    expect(bridgedOf(null)).to.equal(order.amount - plan.fee);
    expect(bridgedOf(order.amount + 116n)).to.equal(order.amount + 116n - plan.fee);
  });

  it('splits the charge into what is kept and what pays for gas, and shows what the engine keeps of one asset', () => {
    const partsIn = (change: Partial<Route>) => {
      const route = routeOf(change);
      return feePartsOf(route, chargedOf(route));
    };
    const { plan, order } = routeOf({});
    const charged = { ...plan, fee: asUnits(800n), gasFee: asUnits(300n) };
    const to = { ...order.to, decimals: 18 };

    expect(partsIn({})).to.deep.equal({ service: 800n, gas: 0n, engine: 0n });
    expect(partsIn({ plan: charged, delivered: asUnits(999_000n) })).to.deep.equal({
      service: 500n,
      gas: 300n,
      engine: 200n,
    });
    expect(
      partsIn({
        order: { ...order, to },
        plan: { ...charged, output: asUnits(999_000_999_999_999_999n) },
      }).engine,
    ).to.equal(200n);
    expect(partsIn({ order: { ...order, to: { ...to, asset: 'ETH' } } }).engine).to.equal(null);
    expect(partsIn({ phase: 'refunding', plan: charged })).to.deep.equal({
      service: 0n,
      gas: 0n,
      engine: null,
    });
  });

  it('shows the state of a refund, its transaction and the time of that state', () => {
    const refundIn = (change: Partial<Route>, beside: Parameters<typeof receiptOf>[2] = {}) =>
      receiptOf(routeOf({ credited: asUnits(1_000_000n), ...change }), startedMs, beside).refund;
    const turned = { phase: 'refunding', stage: 'REFUNDING', updatedAtMs: startedMs + 5 } as const;
    const ended = { status: 'FAILED', phase: 'ended', updatedAtMs: startedMs + 9 } as const;

    expect(refundIn({})).to.equal(null);
    expect(refundIn(turned)).to.deep.equal({
      state: 'due',
      units: 1_000_000n,
      tx: null,
      sinceMs: startedMs + 5,
    });
    expect(
      refundIn({ ...turned, stage: 'REFUND_HELD' }, { heldSinceMs: startedMs + 6 }),
    ).to.deep.equal({ state: 'held', units: 1_000_000n, tx: null, sinceMs: startedMs + 6 });
    expect(refundIn(turned, { sent: { tx: '0x03', atMs: startedMs + 7 } })).to.deep.equal({
      state: 'sent',
      units: 1_000_000n,
      tx: '0x03',
      sinceMs: startedMs + 7,
    });
    expect(refundIn({ ...ended, refundTx: '0x03' })).to.deep.equal({
      state: 'done',
      units: 1_000_000n,
      tx: '0x03',
      sinceMs: startedMs + 9,
    });
    // An engine refunded a part straight to the payer, and the rest to us.
    const givenBack = { tx: '0x04', units: asUnits(400_000n) };
    expect(refundIn({ ...turned, givenBack, owed: asUnits(590_000n) })?.units).to.equal(990_000n);
    expect(refundIn({ ...ended, givenBack })).to.deep.include({ units: 400_000n, tx: '0x04' });
    expect(refundIn({ ...ended, stage: 'WRITTEN_OFF' })).to.equal(null);
  });

  it("shows a deposit's refund in the state of its least advanced part", () => {
    const refundOf = (refunds: readonly Pick<DepositRefund, 'state' | 'units' | 'tx'>[]) =>
      receiptOf(routeOf({ mode: 'deposit' }), startedMs, {
        // CAST: the fields that a receipt reads.
        deposit: { refunds } as unknown as Deposit,
      }).refund;
    const [sent, done, held] = [
      { state: 'sent', units: asUnits(7n), tx: 'aa' },
      { state: 'done', units: asUnits(5n), tx: 'bb' },
      { state: 'held', units: asUnits(1n), tx: null },
    ] as const;

    expect(refundOf([])).to.equal(null);
    expect(refundOf([done, sent])).to.deep.equal({
      state: 'sent',
      units: 12n,
      tx: 'aa',
      sinceMs: null,
    });
    expect(refundOf([done, held])).to.deep.include({ state: 'held', units: 6n, tx: 'bb' });
    expect(refundOf([done])?.state).to.equal('done');
  });

  it('of a done route has what was delivered', () => {
    const route = routeOf({
      status: 'DONE',
      phase: 'ended',
      srcTx: '0x01',
      destTx: '0x02',
      delivered: asUnits(999_200n),
      updatedAtMs: startedMs + 12_300,
    });

    expect(receiptOf(route, startedMs + 99_000)).to.deep.equal({
      route,
      elapsedSec: 12.3,
      deposit: null,
      refund: null,
      status: 'DONE',
      srcTx: '0x01',
      destTx: '0x02',
      delivered: 999_200n,
      claim: null,
    });
  });

  it('of a failed route has the reason and the refund', () => {
    const failure = {
      code: 'REFUNDED' as const,
      reason: 'the rail reports that the transfer failed',
    };
    const route = routeOf({
      status: 'FAILED',
      phase: 'ended',
      srcTx: '0x01',
      refundTx: '0x03',
      failure,
      updatedAtMs: startedMs + 40_000,
    });

    expect(receiptOf(route, startedMs + 99_000)).to.deep.equal({
      route,
      elapsedSec: 40,
      deposit: null,
      refund: null,
      status: 'FAILED',
      failure,
      refundTx: '0x03',
      refunded: 0n,
    });
  });

  it('of a route that waits for a deposit says where and how much', () => {
    const step: PlanStep = {
      kind: 'await-deposit',
      chain: bitcoin,
      address: 'bc1qdeposit',
      units: asAmount(100_000n),
      ref: {},
    };
    const route = routeOf({ status: 'AWAITING_DEPOSIT', cursor: 1 }, [
      { kind: 'track', ref: {}, pollMs: 1 },
      step,
    ]);

    expect(receiptOf(route, startedMs + 1_000)).to.deep.equal({
      route,
      elapsedSec: 1,
      deposit: null,
      refund: null,
      status: 'AWAITING_DEPOSIT',
      awaited: { address: 'bc1qdeposit', units: 100_000n },
    });
  });

  it('of a route that waits for the operator says what to fund', () => {
    const step: PlanStep = {
      kind: 'await-funds',
      chain: bitcoin,
      address: 'bc1qfund',
      units: asAmount(250_000n),
      ref: {},
    };
    const route = routeOf({ status: 'FUNDS_REQUIRED' }, [step]);

    expect(receiptOf(route, startedMs + 1_000)).to.deep.equal({
      route,
      elapsedSec: 1,
      deposit: null,
      refund: null,
      status: 'FUNDS_REQUIRED',
      fund: { chain: bitcoin, address: 'bc1qfund', units: 250_000n },
    });
  });

  it('counts time in tenths of a second, until now while the route is open and to its end after that', () => {
    const elapsed = (route: Route, afterMs: number): number =>
      receiptOf(route, startedMs + afterMs).elapsedSec;
    const running = routeOf({ updatedAtMs: startedMs + 500 });
    const over = routeOf({ status: 'DONE', updatedAtMs: startedMs + 500 });

    expect([0, 49, 50, 149, 150, 61_234].map((afterMs) => elapsed(running, afterMs))).to.deep.equal(
      [0, 0, 0.1, 0.1, 0.2, 61.2],
    );
    expect([0, 61_234].map((afterMs) => elapsed(over, afterMs))).to.deep.equal([0.5, 0.5]);
  });

  it('never shows a negative time when the clock was set back', () => {
    expect(receiptOf(routeOf({}), startedMs - 60_000).elapsedSec).to.equal(0);
  });
});

function routeOf(change: Partial<Route>, steps: readonly PlanStep[] = []): Route {
  const base = evmChain(8453);
  const arbitrum = evmChain(42161);
  const from: TokenRef = {
    chain: base,
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
  const to: TokenRef = {
    chain: arbitrum,
    address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
  return {
    id: 'rt_1',
    version: 0,
    status: 'BRIDGING',
    stage: 'RECEIVING',
    phase: 'pulling',
    isSimulated: false,
    mode: 'permit2',
    rail: 'floatlane',
    railPackage: 'floatlane',
    bridge: 'floatlane',
    order: {
      routeId: 'rt_1',
      lane: { from: base, to: arbitrum },
      from,
      to,
      amount: asAmount(1_000_000n),
      minOutput: asUnits(999_000n),
      slippage: readSlippage(0.005),
      payer: '0x1000000000000000000000000000000000000abc',
      recipient: '0x2000000000000000000000000000000000000def',
    },
    permit: null,
    allowance: null,
    plan: {
      pullTo: 'float',
      steps,
      output: asUnits(999_200n),
      fee: asUnits(800n),
      keeps: 'durable',
      charges: [],
    },
    cursor: 0,
    credited: null,
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
    quote: null,
    client: 'c1',
    spender: null,
    createdAtMs: startedMs,
    updatedAtMs: startedMs,
    ...change,
  };
}

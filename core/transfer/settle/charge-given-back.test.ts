import {
  asUnits,
  evmAddress,
  evmChain,
  type ErrorCode,
  nativeAddress,
  type TransactionState,
} from '@interline/kernel';
import { expect } from 'chai';
import { lostBy } from './charge-given-back.ts';

const base = evmChain(8453);
const polygon = evmChain(137);
const payer = evmAddress(`0x${'a'.repeat(40)}`);

describe('a refunded transfer', () => {
  it('costs the payer the gas of pull and refund if the recipient refused its coin', () => {
    expect(lost({ code: 'SIMULATION_FAILED' })).to.deep.equal({
      chain: polygon,
      client: 'c_1',
      payer,
      gasCost: 300n,
      kind: 'payout-revert',
    });
    expect(lost({ code: 'GAS_CEILING' })?.gasCost).to.equal(300n);
  });

  it("is scaled on the destination by its coin's price in ether, rounded up", () => {
    const etherWorth = new Map([[polygon, 6_000n * 10n ** 18n]]);
    expect(lost({ code: 'SIMULATION_FAILED', etherWorth })?.gasCost).to.equal(1_800_000n);
    const dear = new Map([[base, 1_000n * 10n ** 18n]]);
    expect(lost({ code: 'SIMULATION_FAILED', etherWorth: dear })?.gasCost).to.equal(1n);
  });

  it('costs the payer the same if a plan made after the pull missed the agreed minimum', () => {
    expect(lost({ code: 'BELOW_AGREED_OUTPUT', isPerishable: true })).to.deep.equal({
      chain: base,
      client: 'c_1',
      payer,
      gasCost: 300n,
      kind: 'refund',
    });
  });

  it('costs payer and engine the gas of pull and refund if the call took too much, or had no room in its budgets', () => {
    const charged = {
      chain: base,
      client: 'c_1',
      payer,
      gasCost: 300n,
      kind: 'call-revert',
      engine: 'relay',
    };
    expect(lost({ code: 'GAS_CEILING', isCall: true })).to.deep.equal(charged);
    expect(lost({ code: 'BUDGET_SPENT', isCall: true })).to.deep.equal(charged);
  });

  it('costs the payer the same if the call failed between pull and call, or a plan made after the pull would: a trade in its pool can make it fail', () => {
    const charged = { chain: base, client: 'c_1', payer, gasCost: 300n, kind: 'refund' };

    expect(lost({ code: 'SIMULATION_FAILED', isCall: true })).to.deep.equal(charged);
    expect(lost({ code: 'SIMULATION_FAILED', isPerishable: true })).to.deep.equal(charged);
  });

  it('costs the payer the gas and the coin of the calls if the upstream took it, whether it or an operator refunded it: it pays no recipient whom the token refuses', () => {
    const charged = { chain: base, client: 'c_1', payer, gasCost: 1_310n, kind: 'refund' };
    // The first was planned again before it was made.
    const steps = [
      { kind: 'call', value: 5_000n },
      { kind: 'call', value: 1_000n },
      { kind: 'track' },
    ];
    const sent = { chain: base, state: 'mined', step: 1, createdAtMs: 1 } as const;
    const others = [
      { ...sent, purpose: 'approve', gasCost: asUnits(3n) },
      { ...sent, purpose: 'call', gasCost: asUnits(7n) },
    ] as const;
    const given = { code: 'REFUNDED', steps, cursor: 2, others } as const;

    expect(lost(given)).to.deep.equal(charged);
    expect(lost({ ...given, others: [] })).to.equal(null);
  });

  it("costs the payer the gas of pull and refund on the source if the recipient's account, on a chain where that decides, did not accept the payout", () => {
    const charged = { chain: base, client: 'c_1', payer, gasCost: 300n, kind: 'refund' };
    for (const token of [nativeAddress, 'USDC:G'])
      for (const code of ['TRUSTLINE_MISSING', 'MEMO_REQUIRED', 'SIMULATION_FAILED'] as const)
        expect(lost({ code, token, isRefusable: true })).to.deep.equal(charged);
    expect(lost({ code: 'NO_ROUTE', isRefusable: true })).to.equal(null);
    expect(lost({ code: 'INSUFFICIENT_FLOAT', isRefusable: true })).to.equal(null);
    expect(lost({ code: 'TRUSTLINE_MISSING', token: 'USDC:G' })).to.equal(null);
  });

  it("is not the payer's fault if prices moved, books disagreed, a token refused or an engine gave up", () => {
    expect(lost({ code: 'PRICE_MOVED' })).to.equal(null);
    expect(lost({ code: 'BOOKS_DEFICIT' })).to.equal(null);
    expect(lost({ code: 'SIMULATION_FAILED', token: payer })).to.equal(null);
    expect(lost({ code: 'NO_ROUTE', isPerishable: true })).to.equal(null);
    expect(lost({ code: 'NO_ROUTE', isCall: true })).to.equal(null);
    expect(lost({ code: 'BELOW_AGREED_OUTPUT' })).to.equal(null);
  });

  it('counts no gas twice: neither that of reverts and revocations, nor that of the other chain', () => {
    const sent = { chain: base, step: 3, createdAtMs: 1, gasCost: asUnits(1_000n) } as const;
    const others = [
      { ...sent, purpose: 'approve', state: 'mined' },
      { ...sent, purpose: 'call', state: 'reverted' },
      { ...sent, purpose: 'approve', state: 'mined', createdAtMs: 2 },
    ] as const;
    const given = { code: 'SIMULATION_FAILED', isCall: true } as const;
    expect(lost({ ...given, others })?.gasCost).to.equal(1_300n);
    expect(lost({ code: 'SIMULATION_FAILED', first: 'reverted' })?.gasCost).to.equal(200n);
    expect(lost({ code: 'SIMULATION_FAILED', firstOn: polygon })?.gasCost).to.equal(200n);
  });
});

interface Given {
  readonly code: ErrorCode;
  readonly steps?: readonly object[];
  readonly cursor?: number;
  readonly isPerishable?: boolean;
  readonly isCall?: boolean;
  readonly isRefusable?: true;
  readonly token?: string;
  readonly etherWorth?: Parameters<typeof lostBy>[0]['policy']['etherWorth'];
  readonly first?: TransactionState;
  readonly firstOn?: typeof base;
  readonly others?: Parameters<typeof lostBy>[2];
}

/** Its pull cost 100 wei and its refund 200. */
function lost({
  code,
  isPerishable = false,
  isCall = false,
  cursor = 0,
  token = nativeAddress,
  ...given
}: Given) {
  const { isRefusable } = given;
  const payout = { kind: 'payout', token: { address: token }, ...(isRefusable && { isRefusable }) };
  const other = isCall ? { kind: 'call' } : payout;
  const step = isPerishable ? { kind: 'track' } : other;
  const route = {
    client: 'c_1',
    rail: 'relay',
    cursor,
    order: { payer, lane: { from: base, to: polygon } },
    plan: {
      steps: given.steps ?? [step],
      keeps: isPerishable ? 'perishable' : 'durable',
    },
    failure: { code, reason: 'why' },
    // CAST: the route fields that are read.
  } as unknown as Parameters<typeof lostBy>[1];
  const { etherWorth, first = 'mined', firstOn = base, others = [] } = given;
  // CAST: the policy fields that are read.
  const policy = { ...(etherWorth === undefined ? {} : { etherWorth }) } as Parameters<
    typeof lostBy
  >[0]['policy'];
  const of = { step: 0, createdAtMs: 1 };
  const pull = { ...of, purpose: 'pull', chain: firstOn, state: first } as const;
  const refund = { ...of, purpose: 'refund', chain: base, state: 'mined' } as const;
  return lostBy({ policy }, route, [
    { ...pull, gasCost: asUnits(100n) },
    { ...refund, gasCost: asUnits(200n) },
    ...others,
  ]);
}

import { defaultSlippage, type Ppm } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ClosedPayment } from './closed-payment.ts';
import { type Constraint, readConstraint } from './constraint.ts';
import { judgePayment, type MandateUse, type PaymentFacts } from './judge-payment.ts';
import type { OpenTerms } from './open-terms.ts';
import { timeSpan } from './time-span.ts';

const shop = 'eip155:42161:0x1111111111111111111111111111111111111111';
const usdc = 'eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const atMs = Date.UTC(2026, 10, 27, 12);
const unused: MandateUse = { cents: 0n, uses: 0, windows: [] };

const facts: PaymentFacts = {
  transactionId: 'tx',
  payeeId: shop,
  instrumentId: usdc,
  worthCents: 2_500n,
  slippage: defaultSlippage,
  maxSlippage: defaultSlippage,
  anyReference: 'any',
  atMs,
};

const payment: ClosedPayment = {
  transactionId: 'tx',
  payee: { id: shop, name: 'Shop' },
  cents: 2_500n,
  instrument: { id: usdc, type: 'interline.permit2-allowance.1' },
  executionDate: null,
  claims: {},
};

function terms(...constraints: Constraint[]): OpenTerms {
  return {
    constraints,
    preset: {},
    agentKey: { kty: 'OKP', crv: 'Ed25519', x: 'x' },
    notBeforeSec: 0,
    expiresSec: 2_000_000_000,
  };
}

/** What fails, by name. */
function failing(
  constraints: readonly unknown[],
  change: Partial<ClosedPayment & PaymentFacts> = {},
  used: MandateUse = unused,
): readonly string[] {
  const { transactionId, payee, cents, instrument, executionDate, ...more } = {
    ...payment,
    ...change,
  };
  const closed = { transactionId, payee, cents, instrument, executionDate, claims: {} };
  return judgePayment(
    terms(...constraints.map(readConstraint)),
    closed,
    { ...facts, ...more, transactionId: 'tx' },
    used,
  ).map(({ constraint, why }) => `${constraint} ${why}`);
}

const range = { type: 'payment.amount_range', currency: 'USD', min: 2_500, max: 2_500 };
const budget = { type: 'payment.budget', currency: 'USD', max: 100 };
const often = { type: 'payment.agent_recurrence', frequency: 'ON_DEMAND' };

describe('a payment under a mandate', () => {
  it('is within an amount range to the cent, at both ends', () => {
    expect(failing([range])).to.deep.equal([]);
    expect(failing([range], { cents: 2_501n, worthCents: 2_501n })).to.deep.equal([
      'payment.amount_range broken',
    ]);
    expect(failing([range], { cents: 2_499n, worthCents: 2_499n })).to.deep.equal([
      'payment.amount_range broken',
    ]);
  });

  it('does not reach a least amount by what its agent states beyond its worth', () => {
    expect(failing([range], { cents: 2_500n, worthCents: 2_499n })).to.deep.equal([
      'payment.amount_range broken',
    ]);
  });

  it('is stated at no less than it is worth, to the cent', () => {
    expect(failing([], { cents: 2_500n, worthCents: 2_500n })).to.deep.equal([]);
    expect(failing([], { cents: 2_500n, worthCents: 2_501n })).to.deep.equal([
      'payment_amount broken',
    ]);
  });

  it("accepts at most the slippage of the agent's policy, to the millionth", () => {
    expect(failing([], { slippage: 5_000 as Ppm })).to.deep.equal([]);
    expect(failing([], { slippage: 5_001 as Ppm })).to.deep.equal(['slippage broken']);
    const wide = { maxSlippage: 20_000 as Ppm };
    expect(failing([], { ...wide, slippage: 20_000 as Ppm })).to.deep.equal([]);
    expect(failing([], { ...wide, slippage: 20_001 as Ppm })).to.deep.equal(['slippage broken']);
  });

  it('fits in what is left of a budget, to the cent', () => {
    const used = { cents: 7_500n, uses: 3, windows: [] };
    expect(failing([budget, often], {}, used)).to.deep.equal([]);
    expect(failing([budget, often], {}, { ...used, cents: 7_501n })).to.deep.equal([
      'payment.budget used',
    ]);
  });

  it('is refused after the last of its occurrences', () => {
    const three = { ...often, max_occurrences: 3 };
    expect(failing([three], {}, { ...unused, uses: 2 })).to.deep.equal([]);
    expect(failing([three], {}, { ...unused, uses: 3 })).to.deep.equal([
      'payment.agent_recurrence used',
    ]);
  });

  it('is the only one of its window', () => {
    const daily = { ...often, frequency: 'DAILY' };
    const other = { cents: 0n, uses: 1, windows: ['2026-11-26'] };
    expect(failing([daily], {}, other)).to.deep.equal([]);
    expect(failing([daily], {}, { ...other, windows: ['2026-11-27'] })).to.deep.equal([
      'payment.agent_recurrence used',
    ]);
  });

  it('is the only one by default', () => {
    expect(failing([range])).to.deep.equal([]);
    expect(failing([range], {}, { ...unused, uses: 1 })).to.deep.equal([
      'payment.agent_recurrence used',
    ]);
  });

  it('goes to a payee, and takes an instrument, that is allowed', () => {
    const payees = (...ids: string[]) => ({
      type: 'payment.allowed_payees',
      allowed: ids.map((id) => ({ id, name: 'n' })),
    });
    const instruments = (id: string) => ({
      type: 'payment.allowed_payment_instruments',
      allowed: [{ id, type: 'interline.permit2-allowance.1' }],
    });
    expect(
      failing([payees('x', shop.replace('0x1111', '0X1111')), instruments(usdc)]),
    ).to.deep.equal([]);
    expect(failing([payees(`${shop.slice(0, -1)}2`)])).to.deep.equal([
      'payment.allowed_payees broken',
    ]);
    expect(failing([payees()])).to.deep.equal(['payment.allowed_payees broken']);
    expect(failing([instruments(usdc.replace('8453', '1'))])).to.deep.equal([
      'payment.allowed_payment_instruments broken',
    ]);
  });

  it('is executed within its window of time, to the millisecond', () => {
    const on = (not_before: string, not_after: string) => ({
      type: 'payment.execution_date',
      not_before,
      not_after,
    });
    expect(failing([on('2026-11-27T12:00:00Z', '2026-11-27T12:00:00Z')])).to.deep.equal([]);
    expect(failing([on('2026-11-27', '2026-11-27')])).to.deep.equal([]);
    expect(failing([on('2026-11-27T12:00:00.001Z', '2026-11-28')])).to.deep.equal([
      'payment.execution_date broken',
    ]);
    expect(failing([on('2026-11-01', '2026-11-26')])).to.deep.equal([
      'payment.execution_date broken',
    ]);
  });

  it('needs the checkout that a mandate is for', () => {
    const reference = (id: string) => ({
      type: 'payment.reference',
      conditional_transaction_id: id,
    });
    expect(failing([reference('any')])).to.deep.equal([]);
    expect(failing([reference('of a checkout')])).to.deep.equal(['payment.reference unresolved']);
  });

  it('fails by every constraint that is not understood, or not understood whole', () => {
    for (const unknown of [
      { type: 'payment.weather' },
      { ...range, on_tuesdays: true },
      { ...range, currency: 'EUR' },
      { ...range, max: 25.5 },
      { ...range, max: '2500' },
      { ...budget, max: 100.005 },
      { ...budget, max: -1 },
      { ...often, frequency: 'HOURLY' },
      { ...often, max_occurrences: 1.5 },
      { type: 'payment.allowed_pisps', allowed: [] },
      { type: 'payment.execution_date', not_after: '2026-11-31' },
      { type: 'payment.execution_date', not_after: '2026-11-27T12:00:00' },
      'payment.budget',
      null,
    ])
      expect(failing([unknown])[0], JSON.stringify(unknown)).to.match(/ unresolved$/);
  });

  it('is what is really done: the body, its recipient, its token', () => {
    expect(failing([], { transactionId: 'other' })).to.deep.equal(['transaction_id broken']);
    expect(failing([], { payeeId: `${shop.slice(0, -1)}2` })).to.deep.equal(['payee broken']);
    expect(failing([], { instrument: { id: usdc, type: 'card' } })).to.deep.equal([
      'payment_instrument broken',
    ]);
    expect(failing([], { executionDate: { fromMs: atMs + 1, untilMs: atMs + 1 } })).to.deep.equal([
      'execution_date broken',
    ]);
  });

  it('is executed on the day that it names, and within a day of a time', () => {
    const on = (date: string) => failing([], { executionDate: timeSpan(date) });

    expect(on('2026-11-27')).to.deep.equal([]);
    expect(on('2026-11-26')).to.deep.equal(['execution_date broken']);
    expect(on('2026-11-26T12:00:00.001Z')).to.deep.equal([]);
    expect(on('2026-11-26T12:00:00Z')).to.deep.equal(['execution_date broken']);
  });

  it('says what the open mandate says already, in any order of its members', () => {
    const open = { ...terms(), preset: { payment_amount: { amount: 2_500, currency: 'USD' } } };
    const said = (payment_amount: object): ClosedPayment => ({
      ...payment,
      claims: { payment_amount },
    });

    expect(
      judgePayment(open, said({ currency: 'USD', amount: 2_500 }), facts, unused),
    ).to.deep.equal([]);
    expect(
      judgePayment(open, said({ currency: 'USD', amount: 2_501 }), facts, unused).map(
        ({ constraint }) => constraint,
      ),
    ).to.deep.equal(['payment_amount']);
  });
});

describe('a budget in dollars', () => {
  it('is whole cents by its digits, where a product of fractions is not', () => {
    const max = (value: number): unknown => readConstraint({ ...budget, max: value });
    expect(max(19.99)).to.deep.equal({ kind: 'budget', max: 1_999n });
    expect(max(1000.0)).to.deep.equal({ kind: 'budget', max: 100_000n });
    expect(max(0.1)).to.deep.equal({ kind: 'budget', max: 10n });
    expect(max(1e13)).to.deep.equal({ kind: 'unknown', type: 'payment.budget' });
    expect(max(1e21)).to.deep.equal({ kind: 'unknown', type: 'payment.budget' });
  });
});

describe('any sequence of payments', () => {
  const payments = fc.array(fc.bigInt({ min: 1n, max: 3_000n }), { maxLength: 40 });

  it('stays within the budget, the amount of each and their number', () => {
    fc.assert(
      fc.property(payments, fc.integer({ min: 0, max: 100 }), fc.nat(20), (all, dollars, most) => {
        const limits = [
          { type: 'payment.amount_range', currency: 'USD', max: 2_000 },
          { type: 'payment.budget', currency: 'USD', max: dollars },
          { ...often, max_occurrences: most },
        ];
        let used = unused;
        const taken: bigint[] = [];
        for (const cents of all) {
          if (failing(limits, { cents, worthCents: cents }, used).length > 0) continue;
          taken.push(cents);
          used = { cents: used.cents + cents, uses: used.uses + 1, windows: [] };
        }
        const sum = taken.reduce((total, one) => total + one, 0n);
        const next = all.find((cents) => cents <= 2_000n && sum + cents <= BigInt(dollars) * 100n);

        return (
          sum <= BigInt(dollars) * 100n &&
          taken.length <= most &&
          taken.every((one) => one <= 2_000n) &&
          // Nothing that fits was turned away.
          (next === undefined || taken.length > 0 || most === 0)
        );
      }),
    );
  });

  it('fails whole with one constraint that is not understood among any others', () => {
    const any = fc.constantFrom(range, budget, often);
    fc.assert(
      fc.property(fc.array(any), fc.string(), fc.nat(5), (constraints, type, place) => {
        const all: unknown[] = [...constraints];
        all.splice(place, 0, { type: `payment.x-${type}` });
        return failing(all).includes(`payment.x-${type} unresolved`);
      }),
    );
  });
});

import { asUnits, evmAddress, evmChain, RelayError, type Units } from '@interline/kernel';
import { expect } from 'chai';
import type { Deposit, DepositRefund, OutputUse } from '../deposit/deposit.ts';
import type { Route } from '../route.ts';
import { type Counted, judgePayment, type PaymentClaim } from './judge-payment.ts';

const [from, to] = [evmChain(8453), evmChain(42161)];
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const payer = evmAddress(`0xd1${'0'.repeat(38)}`);
const recipient = evmAddress(`0xbb${'0'.repeat(38)}`);

// The deposit has a (100,000) and b (50,000), of which nothing is used; 100,000 were agreed for 99,500.
describe('a payment that an operator names a deposit of', () => {
  it('gave back the outputs whose coins it spent, less a tenth of them at most for its fee', () => {
    const spent = ['spine:0', 'a:0'];

    expect(told(returned({ spent, units: 100_000n }))).to.deep.equal(['refund', 'a', 100_000n]);
    expect(told(returned({ spent, units: 90_000n }))).to.deep.equal(['refund', 'a', 90_000n]);
    expect(refusal(() => returned({ spent, units: 89_999n }))).to.match(
      /^WRONG_STATE .* brought 100000 and it paid 89999, which is more than a fee; name them with --outputs/,
    );
  });

  it('gave back what is named, whatever it spent and paid', () => {
    const of = ['b:0', 'a:0'];

    expect(told(returned({ of, units: 1n }))).to.deep.equal(['refund', 'a b', 1n]);
    expect(told(returned({ of, units: 200_000n, spent: ['a:0'] }))).to.deep.equal([
      'refund',
      'a b',
      200_000n,
    ]);
    expect(told(returned({ of: [], spent: ['a:0'] }))).to.deep.equal([
      'unknown-coins',
      '',
      99_000n,
    ]);
  });

  it('gave back nothing that is not at hand: sent, mined as a refund, used by the route or in no block', () => {
    const of = ['a:0'];
    const states = ['due', 'held', 'sent', 'done'] as const;
    const ofState = (state: DepositRefund['state']): string =>
      refusal(() =>
        returned({ of, uses: { a: { kind: 'refund', id: 'rf' } }, refunds: [refund({ state })] }),
      );

    expect(states.map((state) => ofState(state).slice(0, 11))).to.deep.equal([
      'none',
      'none',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    expect(refusal(() => returned({ of, uses: { a: { kind: 'route' } } }))).to.contain(
      'b:0 (50000)',
    );
    expect(refusal(() => returned({ of, unmined: 'a' }))).to.match(/^BAD_REQUEST/);
  });

  it('gave back the rest of a delivery whose coins it spent', () => {
    const uses = { a: { kind: 'route' } } as const;
    const refunds = [refund({ isRest: true, units: asUnits(20_000n) })];
    const given = { spent: ['a:0'], units: 19_000n, uses, refunds, state: 'credited' } as const;

    expect(told(returned(given))).to.deep.equal(['rest', 'rf', 19_000n]);
    expect(told(returned({ ...given, spent: null, of: 'rest' }))).to.deep.equal([
      'rest',
      'rf',
      19_000n,
    ]);
    expect(refusal(() => returned({ ...given, refunds: [] }))).to.match(/^BAD_REQUEST/);
  });

  it('does not tell what it gave back where its coins are others, or unknown', () => {
    for (const spent of [['spine:0'], null])
      expect(refusal(() => returned({ spent }))).to.match(
        /^WRONG_STATE .*: a:0 \(100000\), b:0 \(50000\)$/,
      );
  });

  it('gave back nothing where it paid on another chain or out of another account', () => {
    expect(refusal(() => returned({ spent: ['a:0'], chain: to }))).to.match(/^BAD_REQUEST/);
    expect(refusal(() => returned({ spent: ['a:0'], payer: recipient }))).to.match(/^BAD_REQUEST/);
  });

  it('delivered the one output that had come by then, and of several those that are named', () => {
    expect(told(delivered({ atMs: 5_000 }))).to.deep.equal(['delivery 100000', 'a', 99_500n]);
    expect(refusal(() => delivered({ atMs: 4_999 }))).to.match(
      /^WRONG_STATE .* 0 outputs had come/,
    );
    expect(refusal(() => delivered({ atMs: 9_000 }))).to.match(
      /^WRONG_STATE .* 2 outputs had come/,
    );
    expect(told(delivered({ atMs: 9_000, of: ['b:0'] }))).to.deep.equal([
      'delivery 50000',
      'b',
      99_500n,
    ]);
  });

  it('delivered how much of more than was agreed has to be said', () => {
    const of = ['a:0', 'b:0'];
    const of150 = (credited: bigint | null): Counted =>
      delivered({ of, credited: credited === null ? null : asUnits(credited) });

    expect(refusal(() => of150(null))).to.match(
      /^WRONG_STATE .* 150000 came where 100000 was agreed/,
    );
    expect(told(of150(150_000n))).to.deep.equal(['delivery 150000', 'a b', 99_500n]);
    expect(refusal(() => of150(150_001n))).to.match(/^BAD_REQUEST/);
    expect(refusal(() => of150(0n))).to.match(/^BAD_REQUEST/);
  });

  it('delivered nothing below the minimum, to another recipient, or of what waits for no delivery', () => {
    const of = ['a:0'];
    expect(refusal(() => delivered({ of, units: 99_499n }))).to.match(/^BAD_REQUEST/);
    expect(refusal(() => delivered({ of, payee: payer }))).to.match(/^BAD_REQUEST/);
    expect(refusal(() => delivered({ of, state: 'refused' }))).to.match(/^BAD_REQUEST/);
    expect(refusal(() => delivered({ of, isCredited: true }))).to.contain('interline route settle');
  });
});

interface Given {
  readonly spent?: readonly string[] | null;
  readonly units?: bigint;
  readonly of?: PaymentClaim['of'];
  readonly credited?: Units | null;
  readonly chain?: typeof from;
  readonly payer?: typeof float;
  readonly payee?: typeof float;
  readonly atMs?: number;
  readonly uses?: Readonly<Record<string, OutputUse>>;
  readonly refunds?: readonly DepositRefund[];
  readonly state?: Deposit['state'];
  readonly unmined?: string;
  readonly isCredited?: boolean;
}

function returned(given: Given): Counted {
  return judge('returned', { units: 99_000n, chain: from, payee: payer, ...given });
}

function delivered(given: Given): Counted {
  return judge('delivered', { units: 99_500n, chain: to, payee: recipient, ...given });
}

function judge(
  as: PaymentClaim['as'],
  {
    spent = null,
    units = 0n,
    chain = from,
    payer: account = float,
    payee = payer,
    ...given
  }: Given,
): Counted {
  const { of = null, credited = null, atMs = 5_000, isCredited = false } = given;
  const moved = [{ token: 'native', from: account, to: payee, units: asUnits(units) }];
  return judgePayment(
    routeOf(isCredited),
    depositOf(given),
    { chain, account: float, moved, spent, atMs },
    { as, routeId: 'rt_1', of, credited },
  );
}

function routeOf(isCredited: boolean): Route {
  // CAST: the fields of a route that the judgement reads.
  return {
    id: 'rt_1',
    status: 'BRIDGING',
    phase: 'running',
    credited: isCredited ? 100_000n : null,
    order: {
      from: { chain: from, address: 'native' },
      to: { chain: to, address: 'native' },
      recipient,
      minOutput: 99_500n,
    },
  } as unknown as Route;
}

function depositOf({ uses = {}, refunds = [], state = 'seen', unmined }: Given): Deposit {
  const output = (tx: string, units: bigint, minedAtMs: number) => ({
    ...{ tx, output: 0, units, minedAtMs, block: tx === unmined ? null : 12 },
    use: uses[tx] ?? null,
  });
  const outputs = [output('a', 100_000n, 5_000), output('b', 50_000n, 9_000)];
  // CAST: the fields of a deposit that the judgement reads.
  return { state, agreed: 100_000n, outputs, refunds } as unknown as Deposit;
}

function refund(change: Partial<DepositRefund>): DepositRefund {
  return {
    ...{ id: 'rf', units: asUnits(100_000n), isRest: false, state: 'due' },
    ...{ fee: null, tx: null, reason: null },
    ...change,
  };
}

function told(counted: Counted): readonly [string, string, bigint] {
  switch (counted.kind) {
    case 'rest':
      return ['rest', counted.refund.id, counted.paid];
    case 'unknown-coins':
      return ['unknown-coins', '', counted.paid];
    case 'refund':
      return ['refund', counted.outputs.map(({ tx }) => tx).join(' '), counted.paid];
    case 'delivery':
      return [
        `delivery ${counted.credited}`,
        counted.outputs.map(({ tx }) => tx).join(' '),
        counted.paid,
      ];
  }
}

function refusal(judged: () => unknown): string {
  try {
    judged();
  } catch (error) {
    if (error instanceof RelayError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'none';
}

import {
  asUnits,
  evmAddress,
  evmChain,
  type ExpectedTransfer,
  nativeAddress,
} from '@interline/kernel';
import type { MinedReading, TransferSeen } from '@interline/ports';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { assertBalanced, balancedEntry, reversalOf } from './entry.ts';
import { minedEntry, type SeenMined } from './mined-entry.ts';

const base = evmChain(8453);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
const engine = evmAddress(`0xee${'0'.repeat(38)}`);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);

describe('the entry of a mined transaction', () => {
  it('of a pull into the float: the payer is owed what came, and the spender has paid the gas', () => {
    const expects = transfer(payer, float, 5_000_000n);
    const entry = minedEntry(seen('pull', expects, [{ ...expects, logIndex: 3 }]));

    expect(entry?.id).to.equal('ef_1/pull/0xb10c/0');
    expect(entry?.logIndex).to.equal(3);
    expect(linesOf(entry)).to.deep.equal([
      ['float', usdc, float, 5_000_000n],
      ['owed-to-payers', usdc, '', -5_000_000n],
      ['gas', 'native', '', 77n],
      ['coin', 'native', spender, -77n],
    ]);
  });

  it('of a payout that came short takes all that left the float, by its logs', () => {
    const expects = transfer(float, payer, 100n);
    const entry = minedEntry({
      ...seen('payout', expects, [
        { ...transfer(float, payer, 90n), logIndex: 0 },
        { ...transfer(float, engine, 10n), logIndex: 1 },
      ]),
      against: 'losses',
    });

    expect(linesOf(entry)).to.deep.equal([
      ['float', usdc, float, -100n],
      ['losses', usdc, '', 100n],
      ['gas', 'native', '', 77n],
      ['coin', 'native', float, -77n],
    ]);
  });

  it('of a call: the engine owes what it took, less what it gave back in it, and its coin is a cost', () => {
    const entry = minedEntry({
      ...seen('call', null, [
        { ...transfer(spender, engine, 1_000n), logIndex: 0 },
        { ...transfer(engine, spender, 4n), logIndex: 1 },
        { ...transfer(engine, payer, 9n), logIndex: 2 },
      ]),
      engine: 'lifi',
      handsOver: { token: usdc, units: 1_000n, value: 30n },
    });

    expect(linesOf(entry)).to.deep.equal([
      ['transit', usdc, spender, -996n],
      ['owed-by-engines', usdc, 'lifi', 996n],
      ['coin', 'native', spender, -107n],
      ['rail-costs', 'native', '', 30n],
      ['gas', 'native', '', 77n],
    ]);
  });

  it('of a payout of coin takes value and gas from the same account', () => {
    const expects = { ...transfer(float, payer, 40n), token: nativeAddress };
    const entry = minedEntry(seen('payout', expects, [{ ...expects, logIndex: -1 }]));

    expect(linesOf(entry)).to.deep.equal([
      ['coin', 'native', float, -117n],
      ['conversion', 'native', '', 40n],
      ['gas', 'native', '', 77n],
    ]);
  });

  it('that reverted is its gas alone, and in a multicall nothing at all', () => {
    const expects = transfer(float, payer, 100n);
    const failed = seen('payout', expects, []);
    const reverted = { ...failed, mined: { ...failed.mined, isSuccess: false } };

    expect(linesOf(minedEntry(reverted))).to.deep.equal([
      ['gas', 'native', '', 77n],
      ['coin', 'native', float, -77n],
    ]);
    expect(minedEntry({ ...reverted, isCarried: true })).to.equal(null);
  });

  it('in a multicall takes what this one had to move, though the receipt shows its neighbours too', () => {
    const expects = transfer(float, payer, 100n);
    const entry = minedEntry({
      ...seen('payout', expects, [
        { ...expects, logIndex: 0 },
        { ...expects, logIndex: 1 },
      ]),
      isCarried: true,
    });

    expect(linesOf(entry)).to.deep.equal([
      ['float', usdc, float, -100n],
      ['conversion', usdc, '', 100n],
    ]);
  });

  it('of a multicall is the gas of all that it carries', () => {
    const entry = minedEntry(
      seen('batch', null, [{ ...transfer(payer, spender, 5n), logIndex: 0 }]),
    );

    expect(linesOf(entry)).to.deep.equal([
      ['gas', 'native', '', 77n],
      ['coin', 'native', spender, -77n],
    ]);
  });

  it('between two accounts of ours takes nothing out', () => {
    const expects = transfer(float, spender, 100n);
    const entry = minedEntry({
      ...seen('payout', expects, [{ ...expects, logIndex: 0 }]),
      against: 'capital',
      ours: new Map([[spender, 'spender']]),
    });

    expect(linesOf(entry).slice(0, 2)).to.deep.equal([
      ['float', usdc, float, -100n],
      ['transit', usdc, spender, 100n],
    ]);
    expect(linesOf(entry).filter(([kind]) => kind === 'capital')).to.deep.equal([]);
  });

  it('balances for each chain and token, whatever was moved, and so does what takes it back', () => {
    const address = fc.constantFrom(float, spender, payer, engine);
    const log = fc.record({
      token: fc.constantFrom<string>(usdc, nativeAddress),
      from: address,
      to: address,
      units: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      logIndex: fc.nat(9),
    });
    const purposes = ['pull', 'payout', 'refund', 'call', 'approve', 'batch', 'noop'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...purposes),
        fc.array(log, { maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        (purpose, logs, isCarried, isSuccess, gasCost) => {
          const one = seen(purpose, transfer(float, payer, 7n), logs);
          const mined = { ...one.mined, isSuccess, gasCost };
          const handsOver = { token: usdc, units: 5n, value: 3n };
          const entry = minedEntry({ ...one, mined, isCarried, handsOver });
          if (entry === null) return;
          assertBalanced(entry.lines);
          assertBalanced(reversalOf(entry, 2).lines);
          assertBalanced([...entry.lines, ...reversalOf(entry, 2).lines]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('an entry', () => {
  it('is refused where its lines do not sum to zero for each chain and token', () => {
    const units = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n });
    const line = fc.record({
      kind: fc.constantFrom('float', 'fees', 'losses'),
      chain: fc.constantFrom(base, evmChain(10)),
      token: fc.constantFrom<string>(usdc, nativeAddress),
      holder: fc.constant(''),
      units,
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const sums = Map.groupBy(lines, ({ chain, token }) => `${chain}/${token}`);
        const isEven = [...sums.values()].every(
          (of) => of.reduce((sum, one) => sum + one.units, 0n) === 0n,
        );
        const parts = { ...bare, lines } as const;
        let isRefused = false;
        try {
          balancedEntry(parts);
        } catch {
          isRefused = true;
        }
        expect(isRefused).to.equal(!isEven);
      }),
      { numRuns: 500 },
    );
  });
});

const bare = {
  id: 'x',
  kind: 'classified',
  chain: base,
  block: null,
  blockHash: null,
  txHash: null,
  logIndex: null,
  transactionId: null,
  owner: null,
  engine: null,
  reverses: null,
  atMs: 1,
} as const;

function transfer(
  from: ExpectedTransfer['from'],
  to: ExpectedTransfer['to'],
  units: bigint,
): ExpectedTransfer {
  return { token: usdc, from, to, units: asUnits(units) };
}

function seen(
  purpose: SeenMined['transaction']['purpose'],
  expects: ExpectedTransfer | null,
  transfers: readonly TransferSeen[],
): SeenMined {
  const isFloats = purpose === 'payout';
  const mined: MinedReading = {
    hash: '0x4a54',
    block: 9,
    blockHash: '0xb10c',
    isSuccess: true,
    gasUsed: 7n,
    gasCost: 77n,
    transfers,
  };
  return {
    transaction: {
      id: 'ef_1',
      purpose,
      chain: base,
      role: isFloats ? 'float' : 'spender',
      account: isFloats ? float : spender,
      expects,
    },
    mined,
    isCarried: false,
    owner: { kind: 'route', id: 'rt_1' },
    engine: null,
    round: 0,
    atMs: 1,
  };
}

function linesOf(entry: ReturnType<typeof minedEntry>) {
  return (entry?.lines ?? []).map(
    ({ kind, token, holder, units }) => [kind, token, holder, units] as const,
  );
}

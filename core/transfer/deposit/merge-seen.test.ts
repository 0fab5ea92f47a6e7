import { asUnits } from '@interline/kernel';
import type { OutputReading } from '@interline/ports';
import { expect } from 'chai';
import { mergeSeen } from './merge-seen.ts';

describe('what is known of a deposit address', () => {
  it('keeps when an output was first seen, over any number of readings', () => {
    const first = mergeSeen([], { outputs: [reading('a')], replaced: [] }, 1_000, 6);
    const [later] = mergeSeen(
      first,
      {
        outputs: [reading('a', { confirmations: 1, block: 7, blockHash: 'h', blockTimeMs: 5_000 })],
        replaced: [],
      },
      9_000,
      6,
    );

    expect([later?.seenAtMs, later?.confirmations, later?.block]).to.deep.equal([1_000, 1, 7]);
  });

  it('counts a deposit from its block if we looked only later', () => {
    const mined = reading('a', { confirmations: 3, block: 7, blockHash: 'h', blockTimeMs: 5_000 });
    const [seen] = mergeSeen([], { outputs: [mined], replaced: [] }, 9_000, 6);

    expect(seen?.seenAtMs).to.equal(5_000);
  });

  it('counts it from its block even while too few nodes have that block, which does not make it mined', () => {
    const sent = reading('a', { blockTimeMs: 5_000 });
    const [seen] = mergeSeen([], { outputs: [sent], replaced: [] }, 9_000, 6);

    expect([seen?.seenAtMs, seen?.minedAtMs, seen?.block]).to.deep.equal([5_000, null, null]);
  });

  it('counts a replacement from when what it replaced was seen', () => {
    const first = mergeSeen([], { outputs: [reading('a')], replaced: [] }, 1_000, 6);
    const both = mergeSeen(
      first,
      { outputs: [reading('b')], replaced: [{ tx: 'a', output: 0, by: 'b' }] },
      9_000,
      6,
    );

    expect(both.map(({ tx, isGone, seenAtMs }) => [tx, isGone, seenAtMs])).to.deep.equal([
      ['a', true, 1_000],
      ['b', false, 1_000],
    ]);
  });

  it('counts a replacement that pays more as new, also where several payments together were as much', () => {
    const [a, other] = [reading('a'), reading('a', { output: 1, units: asUnits(20n) })];
    const first = mergeSeen([], { outputs: [a, other, reading('c')], replaced: [] }, 1_000, 6);
    const seenAt = (...paid: readonly bigint[]) =>
      mergeSeen(
        first,
        {
          outputs: paid.map((units, output) => reading('b', { output, units: asUnits(units) })),
          replaced: first.map(({ tx, output }) => ({ tx, output, by: 'b' })),
        },
        9_000,
        6,
      ).flatMap(({ tx, seenAtMs }) => (tx === 'b' ? [seenAtMs] : []));

    expect(seenAt(120n)).to.deep.equal([1_000]);
    expect(seenAt(121n)).to.deep.equal([9_000]);
    expect(seenAt(60n, 60n)).to.deep.equal([1_000, 1_000]);
    expect(seenAt(60n, 61n)).to.deep.equal([9_000, 9_000]);
  });

  it('keeps when a block first had it, even if a reorg removes it', () => {
    const mined = reading('a', { confirmations: 1, block: 7, blockHash: 'h' });
    const minedAt = (...readings: readonly OutputReading[]) =>
      readings.reduce<ReturnType<typeof mergeSeen>>(
        (known, one, turn) => mergeSeen(known, { outputs: [one], replaced: [] }, 1_000 * turn, 6),
        [],
      )[0]?.minedAtMs;

    expect(minedAt(reading('a'))).to.equal(null);
    expect(minedAt(reading('a'), mined)).to.equal(1_000);
    expect(minedAt(reading('a'), mined, reading('a'), mined)).to.equal(1_000);
  });

  it('treats what is not shown as gone, and as present again when it is shown', () => {
    const first = mergeSeen([], { outputs: [reading('a')], replaced: [] }, 1_000, 6);
    const gone = mergeSeen(first, { outputs: [], replaced: [] }, 2_000, 6);
    const back = mergeSeen(gone, { outputs: [reading('a')], replaced: [] }, 3_000, 6);

    expect([gone[0]?.isGone, back[0]?.isGone, back[0]?.seenAtMs]).to.deep.equal([
      true,
      false,
      1_000,
    ]);
  });
});

function reading(tx: string, change: Partial<OutputReading> = {}): OutputReading {
  return {
    tx,
    output: 0,
    units: asUnits(100n),
    confirmations: 0,
    block: null,
    blockHash: null,
    isReplaceable: true,
    ...change,
  };
}

import { asAmount, asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { SeenOutput } from './deposit.ts';
import { countedOf, missingOf, sumOf, worthOf } from './worth-of.ts';

describe('what a deposit is worth', () => {
  it("is its locked price up to the lock's last millisecond, and the current one from the next", () => {
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 900 })).to.equal('locked');
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 901 })).to.equal('current');
  });

  it('is its locked price only if a block took it soon after the lock', () => {
    const seen = { tx: 'a', units: 100n, seenAtMs: 900 };
    expect(priceAt(seen, 1_500)).to.equal('locked');
    expect(priceAt(seen, 1_501)).to.equal('current');
    expect(priceAt({ ...seen, minedAtMs: 1_500 }, 9_000)).to.equal('locked');
    expect(priceAt({ ...seen, minedAtMs: 1_501 }, 9_000)).to.equal('current');
  });

  it('is the current price if none was locked, at any time of its block', () => {
    const unlocked = { ...deposit([{ tx: 'a', units: 100n, seenAtMs: 899 }]), createdAtMs: 900 };
    const worth = worthOf(unlocked, at(950));

    expect(worth.kind === 'enough' && worth.price).to.equal('current');
  });

  it('counts what is seen up to the end of its day, and nothing later', () => {
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 2_000 })).to.equal('current');
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 2_001 })).to.equal('short of 100');
  });

  it('is short by one unit, and enough without that gap', () => {
    expect(priceAt({ tx: 'a', units: 99n, seenAtMs: 1 })).to.equal('short of 1');
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 1 })).to.equal('locked');
  });

  it('is the current price if parts complete it only after the lock, and counts them all', () => {
    const worth = worthOf(
      deposit([
        { tx: 'a', units: 60n, seenAtMs: 900 },
        { tx: 'b', units: 40n, seenAtMs: 901 },
      ]),
      at(950),
    );

    expect(worth.kind === 'enough' && [worth.price, sumOf(worth.outputs)]).to.deep.equal([
      'current',
      100n,
    ]);
  });

  it('leaves out, at the locked price, what came after the lock beside enough', () => {
    const worth = worthOf(
      deposit([
        { tx: 'a', units: 100n, seenAtMs: 900 },
        { tx: 'b', units: 50n, seenAtMs: 901 },
      ]),
      at(950),
    );

    expect(worth.kind === 'enough' && worth.outputs.map(({ tx }) => tx)).to.deep.equal(['a']);
  });

  it('counts nothing that is gone or refunded', () => {
    expect(priceAt({ tx: 'a', units: 100n, seenAtMs: 1, isGone: true })).to.equal('short of 100');
    const seen = { tx: 'a', units: 100n, seenAtMs: 1 };
    expect(priceAt({ ...seen, use: { kind: 'refund', id: 'df_1' } })).to.equal('short of 100');
    expect(priceAt({ ...seen, use: { kind: 'route' } })).to.equal('locked');
  });

  it('counts a part in full if spending it costs at most 1 % of it, and reduced if it costs more', () => {
    const counted = (...parts: readonly bigint[]) =>
      countedOf(
        parts.map((units) => ({ units: asUnits(units) })),
        asUnits(10n),
      );

    expect(counted(1_000n, 1_000n)).to.equal(2_000n);
    expect(counted(1_000n, 999n)).to.equal(1_989n);
    expect(counted(999n, 999n)).to.equal(1_988n);
    expect(counted(999n)).to.equal(999n);
    expect(counted(1_000n, 10n)).to.equal(1_000n);
    expect(counted(5n, 5n)).to.equal(10n);
    expect(counted(5n, 6n)).to.equal(10n);
    expect(counted()).to.equal(0n);
  });

  it('counts at most five parts in full, even if all are large', () => {
    const counted = (count: number) =>
      countedOf(
        Array.from({ length: count }, () => ({ units: asUnits(1_000n) })),
        asUnits(10n),
      );

    expect([4, 5, 6, 7, 1_800].map(counted)).to.deep.equal([
      4_000n,
      5_000n,
      5_990n,
      6_980n,
      1_782_050n,
    ]);
  });

  it('reduces each small part after the first by its spending cost', () => {
    const worth = (...parts: readonly bigint[]) =>
      worthOf(
        deposit(parts.map((units, index) => ({ tx: `t${index}`, units, seenAtMs: 1 }))),
        at(950, 10n),
      );

    expect(worth(100n).kind).to.equal('enough');
    expect(worth(60n, 49n)).to.deep.equal({ kind: 'short', units: 99n });
    expect(worth(60n, 50n).kind).to.equal('enough');
    expect(worth(60n, 49n, 10n)).to.deep.equal({ kind: 'short', units: 99n });
    expect(worth(60n, 49n, 11n).kind).to.equal('enough');
    expect(worth(...Array<bigint>(100).fill(10n))).to.deep.equal({ kind: 'short', units: 10n });
  });

  it('reports the amount that one more part must bring, which is more if that part is reduced', () => {
    const missing = (...parts: readonly bigint[]) =>
      missingOf(
        {
          ...deposit(parts.map((units, index) => ({ tx: `t${index}`, units, seenAtMs: 1 }))),
          agreed: asAmount(50_000n),
        },
        asUnits(58n),
      );

    expect(missing()).to.equal(50_000n);
    expect(missing(30_000n)).to.equal(20_000n);
    expect(missing(45_000n)).to.equal(5_058n);
    expect(missing(45_000n, 5_057n)).to.equal(59n);
    expect(missing(45_000n, 5_058n)).to.equal(0n);
    expect(missing(...Array<bigint>(5).fill(9_000n))).to.equal(5_058n);
  });

  it('lacks nothing once nothing more counts', () => {
    expect(missingOf(deposit([]), asUnits(0n))).to.equal(100n);
    expect(missingOf({ ...deposit([]), state: 'missed' }, asUnits(0n))).to.equal(0n);
  });

  it('counts only what exceeds the rest that was refunded before a reorg removed its payout', () => {
    const worth = (units: bigint) =>
      worthOf(deposit([{ tx: 'a', units, seenAtMs: 1 }], 30n), at(950)).kind;

    expect(worth(129n)).to.equal('short');
    expect(worth(130n)).to.equal('enough');
  });
});

type Seen = Pick<SeenOutput, 'tx' | 'seenAtMs'> & { readonly units: bigint } & Partial<
    Pick<SeenOutput, 'isGone' | 'use' | 'minedAtMs'>
  >;

/** 100 units, locked until 900 and expiring at 2,000. */
function deposit(
  seen: readonly Seen[],
  wentBack = 0n,
): Parameters<typeof worthOf>[0] & Parameters<typeof missingOf>[0] {
  const refund = {
    id: 'df_1',
    isRest: true,
    state: 'done',
    fee: null,
    tx: 'r',
    reason: null,
  } as const;
  return {
    state: 'seen',
    credited: null,
    refunds: wentBack === 0n ? [] : [{ ...refund, units: asUnits(wentBack) }],
    agreed: asAmount(100n),
    createdAtMs: 0,
    lockedUntilMs: 900,
    expiresAtMs: 2_000,
    outputs: seen.map(({ units, ...one }) => ({
      output: 0,
      confirmations: 0,
      block: null,
      blockHash: null,
      minedAtMs: null,
      isGone: false,
      replacedBy: null,
      use: null,
      ...one,
      units: asUnits(units),
    })),
  };
}

/** The lock holds for outputs mined by 1,500. */
function at(nowMs: number, partCost = 0n) {
  return { nowMs, minedUntilMs: 1_500, partCost: asUnits(partCost) };
}

function priceAt(seen: Seen, nowMs = 950): string {
  const worth = worthOf(deposit([seen]), at(nowMs));
  return worth.kind === 'enough' ? worth.price : `short of ${100n - worth.units}`;
}

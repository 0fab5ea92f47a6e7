import { expect } from 'chai';
import fc from 'fast-check';
import { feeAt, feeRate } from '../fees/fee-rate.ts';
import { outpointOf } from '../outpoint.ts';
import { dustThreshold, type OwnScriptKind } from './output-script.ts';
import { type Coin, selectCoins } from './select-coins.ts';

const p2tr = `5120${'ab'.repeat(32)}`;
const p2wpkh = `0014${'ab'.repeat(20)}`;

function coin(place: number, units: bigint, kind: OwnScriptKind = 'p2tr'): Coin {
  const outpoint = outpointOf(place.toString(16).padStart(64, '0'), 0);
  const script = kind === 'p2tr' ? p2tr : p2wpkh;
  return { outpoint, units, script, kind, confirmations: 1, isChangeOfReplaceable: false };
}

const oneSat = { rate: feeRate(1_000n), changeScript: p2tr };

describe('the coins of a bitcoin transaction', () => {
  it('have dust bounds as Core sets them', () => {
    expect(
      [`76a914${'00'.repeat(20)}88ac`, `a914${'00'.repeat(20)}87`, p2wpkh, `0020${'00'.repeat(32)}`]
        .concat([p2tr, '6a0401020304'])
        .map(dustThreshold),
    ).to.deep.equal([546n, 540n, 294n, 330n, 330n, 0n]);
  });

  it('are refused for a target below dust, and taken at it', () => {
    const pay = (units: bigint) =>
      selectCoins({ ...oneSat, coins: [coin(1, 50_000n)], targets: [{ script: p2wpkh, units }] });

    expect(pay(293n)).to.deep.equal({ ok: false, reason: 'dust' });
    expect(pay(294n).ok).to.equal(true);
  });

  it('match exactly without change where they can', () => {
    // 10.5 + 2 * 57.5 + 43 vbytes, up to 169, at 1 sat/vB.
    const coins = [coin(1, 90_000n), coin(2, 30_000n), coin(3, 20_170n), coin(4, 7_777n)];

    const outcome = selectCoins({ ...oneSat, coins, targets: [{ script: p2tr, units: 50_000n }] });

    expect(outcome.ok && outcome.value.change).to.equal(null);
    expect(outcome.ok && outcome.value.inputs.map(({ units }) => units)).to.deep.equal([
      30_000n,
      20_170n,
    ]);
    expect(outcome.ok && outcome.value.feeUnits).to.equal(170n);
  });

  it('are never change of a transaction that can be replaced, nor unconfirmed', () => {
    const replaceable = { ...coin(1, 90_000n), isChangeOfReplaceable: true };
    const unconfirmed = { ...coin(2, 90_000n), confirmations: 0 };
    const targets = [{ script: p2tr, units: 1_000n }];

    expect(selectCoins({ ...oneSat, coins: [replaceable, unconfirmed], targets })).to.deep.equal({
      ok: false,
      reason: 'insufficient',
    });
  });

  it('start with the forced one and outbid what they replace', () => {
    const outcome = selectCoins({
      ...oneSat,
      coins: [coin(1, 900n), coin(2, 50_000n)],
      targets: [],
      forced: [coin(1, 900n)],
      outbids: { feeUnits: 800n, incrementalRate: feeRate(1_000n) },
    });

    // Two inputs and one output: 168.5 vbytes.
    expect(outcome.ok && outcome.value.inputs.map(({ units }) => units)).to.deep.equal([
      900n,
      50_000n,
    ]);
    expect(outcome.ok && outcome.value.feeUnits).to.equal(969n);
  });

  it('stay below the weight that nodes relay', () => {
    const coins = Array.from({ length: 20 }, (_, place) => coin(place, 10_000n));
    const request = { ...oneSat, coins, targets: [{ script: p2tr, units: 150_000n }] };

    expect(selectCoins({ ...request, maxWeight: 3_000 })).to.deep.equal({
      ok: false,
      reason: 'too-heavy',
      // Eleven coins, less 729 vbytes at 1 sat/vB and the dust threshold of the change.
      most: 108_941n,
    });
    expect(selectCoins({ ...request, maxWeight: 5_000 }).ok).to.equal(true);
  });

  it('are the largest where small ones would be more than one transaction holds', () => {
    const small = Array.from({ length: 400 }, (_, place) => coin(place, 1_000n));
    const large = Array.from({ length: 12 }, (_, place) => coin(1_000 + place, 100_000n));
    const slot = coin(2_000, 500n);
    const pay = (coins: readonly Coin[], units: bigint) =>
      selectCoins({
        ...{ ...oneSat, coins, targets: [{ script: p2tr, units }] },
        ...{ forced: [slot], needsChange: true },
      });

    const outcome = pay([...small, ...large], 1_150_000n);
    const refused = pay(small, 200_000n);
    const most = refused.ok || refused.reason !== 'too-heavy' ? 0n : refused.most;

    expect(outcome.ok && outcome.value.inputs.map(({ units }) => units)).to.deep.equal([
      500n,
      ...Array<bigint>(12).fill(100_000n),
    ]);
    // 171 of them beside the forced one: 9,987 vbytes.
    expect(most).to.equal(161_183n);
    expect(pay(small, most).ok).to.equal(true);
    expect(pay(small, most + 1n).ok).to.equal(false);
  });

  it('always add up, pay the rate and little more, and leave no dust', () => {
    const kinds = fc.constantFrom<OwnScriptKind>('p2tr', 'p2wpkh');
    const worth = fc.record({ units: fc.bigInt({ min: 200n, max: 2_000_000n }), kind: kinds });
    const target = fc.record({
      script: fc.constantFrom(p2tr, p2wpkh, `76a914${'00'.repeat(20)}88ac`),
      units: fc.bigInt({ min: 546n, max: 1_000_000n }),
    });
    fc.assert(
      fc.property(
        fc.array(worth, { minLength: 1, maxLength: 30 }),
        fc.array(target, { minLength: 1, maxLength: 10 }),
        fc.bigInt({ min: 100n, max: 100_000n }),
        (worths, targets, satsPerKvb) => {
          const rate = feeRate(satsPerKvb);
          const coins = worths.map(({ units, kind }, place) => coin(place, units, kind));
          const request = { coins, targets, rate, changeScript: p2tr };

          const outcome = selectCoins(request);

          expect(selectCoins(request)).to.deep.equal(outcome);
          if (!outcome.ok) return;
          const { inputs, change, feeUnits, vsize } = outcome.value;
          const paid = targets.reduce((sum, { units }) => sum + units, change?.units ?? 0n);
          expect(inputs.reduce((sum, { units }) => sum + units, 0n)).to.equal(paid + feeUnits);
          expect(new Set(inputs.map(({ outpoint }) => outpoint)).size).to.equal(inputs.length);
          const over = feeUnits - feeAt(rate, vsize);
          expect(over >= 0n).to.equal(true);
          if (change === null) expect(over < 330n + feeAt(rate, 44)).to.equal(true);
          else expect([over, change.units >= 330n]).to.deep.equal([0n, true]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

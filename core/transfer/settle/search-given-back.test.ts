import { type Address, evmAddress, type Hex } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { arrival, givenBackBench, route, spender, startMs } from './testing/given-back-bench.ts';

const elsewhere = evmAddress(`0xef${'0'.repeat(38)}`);

describe('money an upstream returned without naming it', () => {
  it('is not taken if it may belong to a route whose upstream names it later', async () => {
    const house = givenBackBench(cameBack(1), [
      route('rt_named', 100_000n),
      route('rt_unnamed', 100_000n),
    ]);

    const early = await house.look('rt_unnamed', null);
    await house.look('rt_named', hashOf(0));
    const late = await house.look('rt_unnamed', null);

    expect([early, late]).to.deep.equal([null, null]);
    expect(house.ends()).to.deep.equal([
      ['rt_named', 'refunding', 'REFUNDING', 100_000n],
      ['rt_unnamed', 'running', 'IN_FLIGHT', null],
    ]);
  });

  it('goes to both if enough came for each, and one took what the other names', async () => {
    const house = givenBackBench(cameBack(2), [
      route('rt_named', 100_000n),
      route('rt_unnamed', 100_000n),
    ]);

    await house.look('rt_unnamed', null);
    const taken = house.partsOf('rt_unnamed');
    await house.look('rt_named', hashOf(0));

    expect([taken, house.partsOf('rt_named')]).to.deep.equal([[hashOf(0)], [hashOf(1)]]);
    expect(house.ends()).to.deep.equal([
      ['rt_named', 'refunding', 'REFUNDING', 100_000n],
      ['rt_unnamed', 'refunding', 'REFUNDING', 100_000n],
    ]);
  });

  it('is waited for once more, for its hold, if another route took what is named', async () => {
    const house = givenBackBench(cameBack(2), [
      route('rt_named', 100_000n),
      route('rt_unnamed', 100_000n),
    ]);
    await house.look('rt_unnamed', null);
    house.hold((key) => key.startsWith('given-back/'));

    const early = await house.look('rt_named', hashOf(0));

    expect(early).to.deep.equal({ kind: 'later', atMs: startMs + 1_000 });
    expect(house.partsOf('rt_named')).to.deep.equal([]);
  });

  it('belongs to a route once no other can claim it: the other was delivered', async () => {
    const house = givenBackBench(cameBack(1), [
      route('rt_1', 100_000n),
      route('rt_in_flight', 100_000n),
    ]);

    const early = await house.look('rt_1', null);
    house.deliver('rt_in_flight');
    await house.look('rt_1', null);

    expect(early).to.equal(null);
    expect(house.partsOf('rt_1')).to.deep.equal([hashOf(0)]);
  });

  it('is not claimed by a route that began later, or that handed over another sum or to another address', async () => {
    const later = { ...route('rt_later', 100_000n), createdAtMs: startMs + 3_600_000 };
    const house = givenBackBench(cameBack(1), [
      route('rt_1', 100_000n),
      later,
      route('rt_other_sum', 99_999n),
      route('rt_elsewhere', 100_000n, elsewhere),
    ]);

    await house.look('rt_1', null);

    expect(house.partsOf('rt_1')).to.deep.equal([hashOf(0)]);
  });

  it('is claimed by a route whose call is pending: it may be mined and already returned', async () => {
    const house = givenBackBench(cameBack(1), [
      route('rt_1', 100_000n),
      { ...route('rt_calling', 100_000n), cursor: 0, srcTx: null },
    ]);

    expect(await house.look('rt_1', null)).to.equal(null);
  });

  it('is not reported missing while blocks are still searched, and is taken as soon as it is found', async () => {
    const empty = givenBackBench({}, [route('rt_1', 100_000n)]);
    const found = givenBackBench(cameBack(1), [route('rt_1', 100_000n)]);
    empty.goOnSearching();
    found.goOnSearching();

    await empty.look('rt_1', null);
    await found.look('rt_1', null);

    // An existing hold would restart if nothing was seen.
    expect(empty.noted).to.deep.equal([]);
    expect(found.partsOf('rt_1')).to.deep.equal([hashOf(0)]);
  });

  it('ends every route whose upstream names it, and all routes if it came for all, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(anyHouse, async ({ fates, looks }) => {
        const came = fates.flatMap(({ isBack }, at) => (isBack ? [at] : []));
        const house = givenBackBench(
          Object.fromEntries(came.map((at) => [hashOf(at), broughtFrom(fates[at]?.to)])),
          fates.map(({ to }, at) => route(idOf(at), 100_000n, to)),
        );
        const isOpen = (at: number): boolean => house.route(idOf(at)).phase === 'running';
        const look = async (at: number): Promise<void> => {
          const fate = fates[at];
          if (fate === undefined || !isOpen(at)) return;
          await house.look(idOf(at), fate.isBack && fate.isNamed ? hashOf(at) : null);
        };

        for (const at of looks) await look(at);
        // Named ones last: what the others took must not be theirs.
        for (const isNamed of [false, true])
          for (const [at, fate] of fates.entries()) if (fate.isNamed === isNamed) await look(at);

        const parts = fates.flatMap((_, at) => house.partsOf(idOf(at)));
        expect(new Set(parts).size).to.equal(parts.length);
        for (const [at, { isBack, isNamed }] of fates.entries())
          if (isBack && isNamed) expect(isOpen(at), idOf(at)).to.equal(false);
        if (came.length === fates.length)
          expect(fates.filter((_, at) => isOpen(at))).to.deep.equal([]);
      }),
      { numRuns: 300 },
    );
  });
});

const anyHouse = fc.record({
  fates: fc.array(
    fc.record({
      isBack: fc.boolean(),
      isNamed: fc.boolean(),
      to: fc.constantFrom(undefined, undefined, elsewhere),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  looks: fc.array(fc.nat({ max: 5 }), { maxLength: 12 }),
});

function idOf(at: number): string {
  return `rt_${at}`;
}

function hashOf(at: number): Hex {
  return `0x${String(at).repeat(64)}`;
}

/** The handed-over amount of one 100,000-unit route, returned this many times. */
function cameBack(times: number) {
  return Object.fromEntries(
    Array.from({ length: times }, (_, at) => [hashOf(at), broughtFrom(undefined)]),
  );
}

function broughtFrom(from: Address | undefined) {
  const came = arrival(0, 99_900n);
  return { [spender]: [from === undefined ? came : { ...came, from }] };
}

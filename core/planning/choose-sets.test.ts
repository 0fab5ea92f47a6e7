import { expect } from 'chai';
import fc from 'fast-check';
import { type Bringing, chooseSets, type Wanted } from './choose-sets.ts';

interface Named extends Bringing {
  readonly name: string;
}

const cheap: Named = brings('cheap', 40n, { feeBps: 5, etaSec: 60 });
const quick: Named = brings('quick', 50n, { feeBps: 30, etaSec: 5 });
const large: Named = brings('large', 90n, { feeBps: 20, etaSec: 300 });
const all = [cheap, quick, large];

describe('the choice among sources', () => {
  it('is only the best one if no split is allowed', () => {
    expect(firstOf({ goal: 'max-output' })).to.deep.equal(['large']);
    expect(firstOf({ goal: 'cheapest' })).to.deep.equal(['cheap']);
    expect(firstOf({ goal: 'fastest' })).to.deep.equal(['quick']);
  });

  it('delivers what is wanted at the least cost, or soonest, with a split', () => {
    const split = { allowSplit: true, amount: 80n, floor: 80n };

    expect(firstOf({ goal: 'cheapest', ...split })).to.deep.equal(['cheap', 'large']);
    expect(firstOf({ goal: 'fastest', ...split })).to.deep.equal(['cheap', 'quick']);
    expect(firstOf({ goal: 'max-output', allowSplit: true })).to.deep.equal([
      'cheap',
      'quick',
      'large',
    ]);
  });

  it('is empty above what all sources bring, and all of them at exactly that', () => {
    const split = { goal: 'cheapest', allowSplit: true } as const;

    expect(firstOf({ ...split, amount: 180n, floor: 180n })).to.deep.equal([
      'cheap',
      'quick',
      'large',
    ]);
    expect(firstOf({ ...split, amount: 181n, floor: 0n })).to.equal(undefined);
    expect(firstOf({ ...split, amount: 180n, floor: 181n })).to.equal(undefined);
  });

  it('puts a fee of which only our own charge is known behind every known one', () => {
    const unknown = brings('unknown', 90n, { feeBps: 1, isFeeUnknown: true });

    expect(
      chooseSets([unknown, cheap], wanted({ goal: 'cheapest' }))[0]?.map(({ name }) => name),
    ).to.deep.equal(['cheap']);
  });

  it('is as good as the best that trying every set of up to four finds', () => {
    const source = fc.record({
      name: fc.constant(''),
      output: fc.bigInt(1n, 100n),
      minOutput: fc.bigInt(1n, 100n),
      feeBps: fc.integer({ min: -5, max: 50 }),
      isFeeUnknown: fc.boolean(),
      etaSec: fc.integer({ min: 1, max: 9 }),
    });
    const asked = fc.record({
      goal: fc.constantFrom('max-output', 'cheapest', 'fastest'),
      amount: fc.option(fc.bigInt(1n, 300n)),
      floor: fc.bigInt(0n, 300n),
      allowSplit: fc.boolean(),
    });

    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 4 }), asked, (sources, one) => {
        const [chosen] = chooseSets(sources, one);
        const tried = everySet(sources).filter((set) => isEnough(set, one));

        expect(chosen === undefined).to.equal(tried.length === 0);
        if (chosen !== undefined)
          for (const set of tried) expect(isBetter(set, chosen, one)).to.equal(false);
      }),
      { numRuns: 500 },
    );
  });
});

/** Written anew, by taking or leaving each source in turn. */
function everySet<T>([first, ...rest]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [];
  const others = everySet(rest);
  return [[first], ...others, ...others.map((set) => [first, ...set])];
}

function isEnough(set: readonly Bringing[], { amount, floor, allowSplit }: Wanted): boolean {
  return (
    (allowSplit || set.length === 1) &&
    sum(set, 'output') >= (amount ?? 0n) &&
    sum(set, 'minOutput') >= floor
  );
}

function isBetter(
  set: readonly Bringing[],
  than: readonly Bringing[],
  { goal, amount }: Wanted,
): boolean {
  const more = amount === null ? sum(set, 'output') - sum(than, 'output') : 0n;
  const unknown = (one: readonly Bringing[]): number => one.filter((a) => a.isFeeUnknown).length;
  const cheaper = unknown(than) - unknown(set) || feeOf(than) - feeOf(set);
  const slowest = (one: readonly Bringing[]): number => Math.max(...one.map((a) => a.etaSec));
  const sooner = slowest(than) - slowest(set);
  const moreFirst = more === 0n ? 0 : more > 0n ? 1 : -1;
  const smaller = than.length - set.length;
  const order = {
    'max-output': [moreFirst, cheaper, smaller, sooner],
    cheapest: [cheaper, moreFirst, smaller, sooner],
    fastest: [sooner, moreFirst, cheaper, smaller],
  }[goal];
  return (order.find((one) => one !== 0) ?? 0) > 0;
}

/** Rounded up, as a plan shows it. */
function feeOf(set: readonly Bringing[]): number {
  const weighted = set.reduce((all, one) => all + Number(one.output) * one.feeBps, 0);
  return Math.ceil(weighted / Number(sum(set, 'output'))) + 0;
}

function sum(set: readonly Bringing[], what: 'output' | 'minOutput'): bigint {
  return set.reduce((all, one) => all + one[what], 0n);
}

function firstOf(change: Partial<Wanted>): readonly string[] | undefined {
  return chooseSets(all, wanted(change))[0]?.map(({ name }) => name);
}

function wanted(change: Partial<Wanted>): Wanted {
  return { goal: 'max-output', amount: null, floor: 0n, allowSplit: false, ...change };
}

function brings(name: string, output: bigint, change: Partial<Bringing> = {}): Named {
  return {
    name,
    output,
    minOutput: output,
    feeBps: 10,
    isFeeUnknown: false,
    etaSec: 30,
    ...change,
  };
}

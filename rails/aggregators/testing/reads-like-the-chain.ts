import type { Hex } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { hurtCall } from './hurt-call.ts';

export interface CallReading<Values> {
  /** Any arguments of the function, in the order of its signature. */
  readonly values: fc.Arbitrary<Values>;
  readonly encode: (values: Values) => Hex;
  /** An independent decoder's answer, null where it cannot. */
  readonly decode: (data: Hex) => readonly unknown[] | null;
  readonly read: (data: Hex) => unknown;
  /** The facts that should be read from those arguments. */
  readonly factsOf: (values: Values) => unknown;
}

/** The two properties of every calldata reader; a reader returns null if it cannot read. */
export function itReadsLikeTheChain<Values>({
  values,
  encode,
  decode,
  read,
  factsOf,
}: CallReading<Values>): void {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(values, (written) => {
        expect(read(encode(written))).to.deep.equal(factsOf(written));
      }),
      { numRuns: 300 },
    );
  });

  it('is read as the chain reads it where a word is mutated, or not at all', () => {
    const readOrNot = { read: 0, unread: 0 };
    fc.assert(
      fc.property(hurtCall(values.map(encode)), (data) => {
        const facts = read(data);
        readOrNot[facts === null ? 'unread' : 'read'] += 1;
        if (facts === null) return;

        // CAST: decoded by the signature that the values were encoded by; a null fails the test
        // here.
        expect(facts).to.deep.equal(factsOf(decode(data) as Values));
      }),
      { numRuns: 1_000 },
    );

    expect(Math.min(readOrNot.read, readOrNot.unread)).to.be.greaterThan(50);
  });
}

import { expect } from 'chai';
import { parseExact } from './parse-exact.ts';
import { readEstimate, readOutput } from './read-esplora.ts';

describe("Esplora's numbers", () => {
  const rateOf = (json: string, target: number) => readEstimate(parseExact(json), target);

  it('become rates of sats per 1,000 vbytes, rounded up, of the nearest target below', () => {
    const listed = '{"1":87.882,"2":20,"6":1.0001,"144":0.1}';

    expect(rateOf(listed, 1)).to.equal(87_882n);
    expect(rateOf(listed, 5)).to.equal(20_000n);
    expect(rateOf(listed, 6)).to.equal(1_001n);
    expect(rateOf(listed, 1_008)).to.equal(100n);
  });

  it('are no estimate where no target is as near as asked, or the rate is nothing', () => {
    expect(rateOf('{}', 6)).to.equal(null);
    expect(rateOf('{"7":5}', 6)).to.equal(null);
    expect(rateOf('{"6":0}', 6)).to.equal(null);
    expect(() => rateOf('{"6":-1}', 6)).to.throw('not a rate');
    expect(() => rateOf('{"6":1e3}', 6)).to.throw('not a rate');
  });

  it('keep every sat of an amount up to the supply, and are refused above it or with a fraction', () => {
    const outputOf = (value: string) =>
      readOutput(
        parseExact(
          `{"txid":"${'7'.repeat(64)}","vout":0,"value":${value},"status":{"confirmed":false}}`,
        ),
      ).units;

    expect(outputOf('2100000000000000')).to.equal(2_100_000_000_000_000n);
    expect(() => outputOf('2100000000000001')).to.throw('not an amount');
    expect(() => outputOf('-1')).to.throw('not an amount');
    expect(() => outputOf('1.0')).to.throw('not an amount');
  });
});

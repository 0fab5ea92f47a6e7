import { expect } from 'chai';
import { readSettleFlags } from './settle-flags.ts';

describe('the flags of bench:settle', () => {
  it('run 1, 32 and 256 clients by default', () => {
    const { plan, json, work, help } = readSettleFlags([]);

    expect(plan).to.deep.equal([
      { concurrency: 1, routes: 60 },
      { concurrency: 32, routes: 480 },
      { concurrency: 256, routes: 768 },
    ]);
    expect([json, work, help]).to.deep.equal([false, false, false]);
  });

  it('take the clients and the routes from the caller', () => {
    expect(readSettleFlags(['--concurrency', '8, 64', '--routes', '100']).plan).to.deep.equal([
      { concurrency: 8, routes: 100 },
      { concurrency: 64, routes: 100 },
    ]);
  });

  it("refuse what is not a count, by the flag's name", () => {
    expect(() => readSettleFlags(['--concurrency', '1,many'])).to.throw(
      '--concurrency has "many"; wanted whole numbers from 1 to 99999',
    );
    expect(() => readSettleFlags(['--routes', '0'])).to.throw('--routes has "0"');
  });
});

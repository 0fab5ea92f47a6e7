import { expect } from 'chai';
import { askedOnce } from './asked-once.ts';

describe('a question that costs something to ask', () => {
  it('is asked once for all callers, and again for another key or on request', async () => {
    const once = askedOnce<number>();
    let asked = 0;
    const load = async (): Promise<number> => (asked += 1);

    expect(once.atMs()).to.equal(null);
    expect(await Promise.all([once.ask('a', load), once.ask('a', load)])).to.deep.equal([1, 1]);
    expect(once.atMs()).to.be.a('number');
    expect(await once.ask('b', load)).to.equal(2);
    once.forget();
    expect(await once.ask('b', load)).to.equal(3);
  });

  it('stays refused until a caller asks for it again', async () => {
    const once = askedOnce<number>();
    let asked = 0;
    const load = async (): Promise<number> => {
      asked += 1;
      throw new Error(`refused ${asked}`);
    };
    const why = (): Promise<unknown> => once.ask('a', load).catch((error: Error) => error.message);

    expect([await why(), await why()]).to.deep.equal(['refused 1', 'refused 1']);
    once.forget();
    expect(await why()).to.equal('refused 2');
  });
});

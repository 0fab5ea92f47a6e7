import { expect } from 'chai';
import { type Unanswered, unansweredOn } from './unanswered.ts';

const name = 'interline.unanswered';
const sent = (key: string): Unanswered => ({
  key,
  isPrivate: false,
  body: { fromChain: 8453, toChain: 42161, amount: '5000000', live: true },
  route: { atMs: 1, fromChain: '8453', toChain: '42161', amount: '5', symbol: 'USDC' },
});

describe('transfers that were sent and not answered', () => {
  it('are kept in the browser, each once and none pushed out, until their answer is known', () => {
    const kept = new Map<string, string>();
    const list = unansweredOn(name, shelfOf(kept));
    for (let at = 0; at < 60; at += 1) list.keep(sent(`key ${at}`));
    list.keep(sent('key 7'));

    const reloaded = unansweredOn(name, shelfOf(kept));
    expect(reloaded.read()).to.have.length(60);
    expect(reloaded.read()[0]).to.deep.equal(sent('key 59'));
    for (let at = 0; at < 60; at += 1) reloaded.drop(`key ${at}`);
    expect(list.read()).to.deep.equal([]);
    expect([...kept.keys()]).to.deep.equal([]);
  });

  it('are known to the tab if the browser keeps nothing', () => {
    const list = unansweredOn(name, () => {
      throw new Error('denied');
    });
    list.keep(sent('key 1'));
    expect(list.read()).to.deep.equal([sent('key 1')]);
    list.drop('key 1');
    expect(list.read()).to.deep.equal([]);
  });

  it('are ignored if the stored text is malformed', () => {
    for (const text of ['{', '{}', '[1,{"key":"1"}]', '[{"key":"1","body":null,"route":null}]'])
      expect(unansweredOn(name, shelfOf(new Map([[name, text]]))).read()).to.deep.equal([]);
  });
});

function shelfOf(
  kept: Map<string, string>,
): () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  });
}

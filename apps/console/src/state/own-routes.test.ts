import { expect } from 'chai';
import { type OwnRoute, ownRoutes } from './own-routes.ts';

const route = (digit: number): OwnRoute => ({
  id: `rt_${digit.toString(16).padStart(32, '0')}`,
  atMs: digit,
  fromChain: '8453',
  toChain: '42161',
  amount: '5',
  symbol: 'USDC',
});

describe('routes that a browser keeps', () => {
  it('are the newest fifty, each once', () => {
    const routes = ownRoutes(shelfOf(new Map()));
    for (let digit = 1; digit <= 60; digit += 1) routes.keep(route(digit));
    routes.keep(route(30));

    expect(routes.read()).to.have.length(50);
    expect(routes.read().slice(0, 2)).to.deep.equal([route(30), route(60)]);
    routes.forget(route(30).id);
    expect(routes.find(route(30).id)).to.equal(null);
    routes.forgetAll();
    expect(routes.read()).to.deep.equal([]);
  });

  it('are none where what is kept is not ours, or nothing can be kept', () => {
    for (const text of ['{', '{}', '[1,{"id":"rt_1"}]', 'null'])
      expect(ownRoutes(shelfOf(new Map([['interline.routes', text]]))).read()).to.deep.equal([]);
    const closed = ownRoutes(() => {
      throw new Error('denied');
    });
    closed.keep(route(1));
    expect(closed.read()).to.deep.equal([]);
  });
});

function shelfOf(
  kept: Map<string, string>,
): () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return () => ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  });
}

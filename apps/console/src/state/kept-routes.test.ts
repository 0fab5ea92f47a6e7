import { expect } from 'chai';
import { type OwnRoute, routesOn } from './kept-routes.ts';

const name = 'interline.routes';
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
    const routes = routesOn(name, shelfOf(new Map()));
    for (let digit = 1; digit <= 60; digit += 1) routes.keep(route(digit));
    routes.keep(route(30));

    expect(routes.read()).to.have.length(50);
    expect(routes.read().slice(0, 2)).to.deep.equal([route(30), route(60)]);
    routes.forgetAll();
    expect(routes.read()).to.deep.equal([]);
  });

  it('are never pushed out with their claim to a refund', () => {
    const routes = routesOn(name, shelfOf(new Map()));
    const deposit = { ...route(1), refundClaim: 'a claim' };
    routes.keep(deposit);
    for (let digit = 2; digit <= 70; digit += 1) routes.keep(route(digit));

    expect(routes.read()).to.have.length(51);
    expect(routes.find(deposit.id)).to.deep.equal(deposit);
  });

  it('are ignored if the stored text is malformed', () => {
    const odd = [
      { ...route(1), atMs: 1e300 },
      { ...route(1), refundClaim: { a: 1 } },
      { id: 'rt_1' },
    ].map((one) => JSON.stringify([one]));
    for (const text of ['{', '{}', '[1]', 'null', ...odd])
      expect(routesOn(name, shelfOf(new Map([[name, text]]))).read(), text).to.deep.equal([]);
  });

  it('are known as long as the tab is open if the browser keeps nothing', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    const closed = routesOn(name, denied);
    const full = routesOn(name, () => ({ ...shelfOf(new Map())(), setItem: denied }));
    for (const routes of [closed, full]) {
      routes.keep(route(1));
      routes.keep(route(2));

      expect(routes.read()).to.deep.equal([route(2), route(1)]);
      expect(routes.isOfTabAlone(route(1).id)).to.equal(true);
    }
    closed.forgetAll();
    expect(closed.read()).to.deep.equal([]);
    const open = routesOn(name, shelfOf(new Map()));
    open.keep(route(1));
    expect(open.isOfTabAlone(route(1).id)).to.equal(false);
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

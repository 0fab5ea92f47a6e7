import { expect } from 'chai';
import { NodeOrder } from './node-order.ts';

const nodes = [{ number: 0 }, { number: 1 }, { number: 2 }];

describe('the order in which the nodes of a chain are asked', () => {
  it('follows the config', () => {
    expect(asking().order()).to.deep.equal([0, 1, 2]);
  });

  it('puts a node that failed last, and first again after half a minute', async () => {
    const { order, fail, pass } = asking();

    await fail(0);
    const after = order();
    pass(29_999);
    const late = order();
    pass(1);

    expect([after, late, order()]).to.deep.equal([
      [1, 2, 0],
      [1, 2, 0],
      [0, 1, 2],
    ]);
  });

  it('puts a node last that a caller waited a second for, and no other that the caller gave up', async () => {
    const { order, giveUpAfter } = asking();

    await giveUpAfter(0, 1_000);
    await giveUpAfter(1, 999);

    expect(order()).to.deep.equal([1, 2, 0]);
  });

  it('lets a single caller try a node when its rest is over, until it has answered', async () => {
    const { order, fail, pass, ask } = asking();
    await fail(0);
    pass(30_000);

    const first = ask(0);
    const meanwhile = order();
    first.answer();
    await first.done;

    expect([meanwhile, order()]).to.deep.equal([
      [1, 2, 0],
      [0, 1, 2],
    ]);
  });
});

function asking() {
  let nowMs = 0;
  const { signal } = new AbortController();
  const order = new NodeOrder({ monotonic: () => nowMs });
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  const failing = async (): Promise<never> => Promise.reject(new Error('no answer'));
  return {
    pass,
    order: () => order.of(nodes).map(({ number }) => number),
    fail: (number: number) => order.noted(number, failing, signal).catch(() => undefined),
    giveUpAfter: (number: number, ms: number) => {
      const caller = new AbortController();
      const waiting = async (): Promise<never> => {
        pass(ms);
        caller.abort();
        return failing();
      };
      return order.noted(number, waiting, caller.signal).catch(() => undefined);
    },
    ask: (number: number) => {
      const { promise, resolve: answer } = Promise.withResolvers<void>();
      return { answer, done: order.noted(number, () => promise, signal) };
    },
  };
}

import { chainRef, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { unfundedAccounts } from './unfunded-accounts.ts';

const optimism = evmChain(10);
const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const coin = { chain: bitcoin, address: 'native', symbol: 'BTC' };

describe("the desk's entries about missing float", () => {
  it('are one for each token of an account, with the missing amount, the number of transfers and the funding address', async () => {
    const { entries, count } = await read([
      route('rt_2', 900n, 20),
      route('rt_1', 1_000n, 10),
      route('rt_3', 7n, 30, { to: { chain: optimism, address: '0x70', symbol: 'USDC' } }),
    ]);

    expect(count).to.equal(2);
    expect(entries[0]).to.deep.equal({
      kind: 'funds',
      subject: 'BTC of the float on bitcoin',
      state: 'transfers wait for it',
      sinceMs: 10,
      shows: {
        token: 'native',
        missing: `1000 BTC on ${bitcoin}`,
        address: `funds of ${bitcoin}`,
        routes: 2,
        waiting: ['rt_1', 'rt_2'],
      },
      whatToDo: `2 transfers wait; send what is missing, or more, to funds of ${bitcoin}: with so much more free any one of them goes on. A transfer that is not funded in time fails by itself, and nothing was pulled for it.`,
      commands: ['interline float status --chain bitcoin', 'interline status rt_1'],
    });
    expect(entries[1]?.shows).to.deep.include({ missing: '7 USDC on eip155:10', routes: 1 });
    expect(entries[1]?.whatToDo).to.match(/^1 transfer waits; /);
  });

  it('show at most twenty of them, and count them all', async () => {
    const many = Array.from({ length: 21 }, (_, index) => route(`rt_${index}`, 1n, index));
    const [entry] = (await read(many)).entries;

    expect(entry?.shows['routes']).to.equal(21);
    expect(entry?.shows['waiting']).to.have.length(20);
  });

  it('exclude the sandbox, and rails that wait for their own account', async () => {
    const others = [
      route('sbx_1', 5n, 1, {}, { isSimulated: true }),
      route('rt_1', 5n, 1, {}, { phase: 'running' }),
    ];

    expect(await read(others)).to.deep.equal({ entries: [], count: 0 });
  });

  it('are counted past the limit', async () => {
    const two = [route('rt_1', 5n, 1), route('rt_2', 5n, 1, { to: { ...coin, address: 'x' } })];
    const { entries, count } = await read(two, 1);

    expect([entries.length, count]).to.deep.equal([1, 2]);
  });
});

function read(routes: readonly object[], limit = 9) {
  return unfundedAccounts({
    store: {
      reads: {
        transfers: {
          // CAST: the route fields that are read.
          routesInStages: async (stages: readonly string[]) =>
            stages.join() === 'FUNDS_REQUIRED' ? (routes as never) : [],
        },
      },
    },
    // CAST: a chain's funding address, as text.
    custody: { fundingAddress: (chain: string) => `funds of ${chain}` as never },
  })(limit);
}

function route(id: string, units: bigint, createdAtMs: number, order = {}, change = {}): object {
  return {
    id,
    phase: 'funding',
    isSimulated: false,
    order: { to: coin, ...order },
    plan: { steps: [{ kind: 'await-funds', units }] },
    createdAtMs,
    ...change,
  };
}

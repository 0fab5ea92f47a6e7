import {
  asUnits,
  type BalanceReading,
  type Book,
  evmAddress,
  evmChain,
  nativeAddress,
  TokenList,
  type ChainRef,
} from '@interline/kernel';
import type { Log } from '@interline/ports';
import { expect } from 'chai';
import { refreshBooks } from './refresh-books.ts';
import type { BookStore } from './repository.ts';

const chain = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');
const usdc = '0x00000000000000000000000000000000000000c1';

describe('the books of a chain', () => {
  it("record the float's tokens and coin and the spender's coin, as they were read together", async () => {
    const { refresh, asked, recorded } = given(async (books) =>
      books.map((book) => ({ book, units: asUnits(7n), block: 90 })),
    );

    await refresh();

    const books = [
      { chain, account: float, token: usdc },
      { chain, account: float, token: nativeAddress },
      { chain, account: spender, token: nativeAddress },
    ];
    expect(asked).to.deep.equal([books]);
    expect(recorded).to.deep.equal([books.map((book) => ({ book, units: 7n, block: 90 }))]);
  });

  it('keep their old readings, and say so, where the chain cannot be read', async () => {
    const { refresh, recorded, said } = given(async () => {
      throw new Error('silent');
    });

    await refresh();

    expect([recorded, said]).to.deep.equal([[], ['books-stale']]);
  });

  it('say nothing where the service stops while the chain is read', async () => {
    const stop = new AbortController();
    const { refresh, recorded, said } = given(async () => {
      stop.abort();
      throw new Error('aborted');
    });

    await refresh(stop.signal);

    expect([recorded, said]).to.deep.equal([[], []]);
  });
});

function given(balances: (books: readonly Book[]) => Promise<readonly BalanceReading[]>) {
  const asked: (readonly Book[])[] = [];
  const recorded: BalanceReading[][] = [];
  const said: string[] = [];
  const silent = (): void => undefined;
  const log: Log = {
    debug: silent,
    info: silent,
    error: silent,
    warn: (event) => {
      said.push(event);
    },
    child: () => log,
  };
  const store: BookStore = {
    reads: {} as never,
    async run(_name, work) {
      const unit: BalanceReading[] = [];
      recorded.push(unit);
      // CAST: the one method that the refresh uses.
      return work({
        books: {
          recordBalance: async (reading: BalanceReading) => {
            unit.push(reading);
          },
        },
      } as never);
    },
  };
  const tokens = new TokenList([
    { chain, address: nativeAddress, symbol: 'ETH', decimals: 18, asset: 'eth' },
    { chain, address: usdc, symbol: 'USDC', decimals: 6, asset: 'usdc' },
  ]);
  const custody = {
    account: (_chain: ChainRef, role: 'spender' | 'float') => (role === 'float' ? float : spender),
    async balances(_chain: unknown, books: readonly Book[]) {
      asked.push(books);
      return balances(books);
    },
  };
  return {
    asked,
    recorded,
    said,
    refresh: (signal = new AbortController().signal) =>
      refreshBooks({ store, custody, log }, tokens, chain, signal),
  };
}

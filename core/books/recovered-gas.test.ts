import { evmAddress, evmChain, nativeAddress } from '@interline/kernel';
import { expect } from 'chai';
import { balancesOf } from './fold-entries.ts';
import { postRecoveredGas } from './recovered-gas.ts';
import { reverseOrphans } from './reverse-orphans.ts';
import { memoryBooks } from './testing/index.ts';

const chain = evmChain(8453);
const account = evmAddress(`0xa1${'0'.repeat(38)}`);
const recovered = {
  chain,
  role: 'spender',
  account,
  hash: `0x${'5e'.repeat(32)}`,
  block: 40,
  blockHash: `0x${'b1'.repeat(32)}`,
  gasCost: 21_000n,
} as const;

describe('the gas of a transaction that the store had lost', () => {
  it('is an expense out of the coin of its account, in its block, once', async () => {
    const books = memoryBooks();

    await postRecoveredGas(books, recovered, 5);
    await postRecoveredGas(books, recovered, 6);

    expect(
      books.posted.map(({ kind, block, txHash, lines }) => [kind, block, txHash, lines]),
    ).to.deep.equal([
      [
        'recovered',
        40,
        recovered.hash,
        [
          { kind: 'gas', chain, token: nativeAddress, holder: '', units: 21_000n },
          { kind: 'coin', chain, token: nativeAddress, holder: account, units: -21_000n },
        ],
      ],
    ]);
  });

  it('is nothing where another account paid it', async () => {
    const books = memoryBooks();

    await postRecoveredGas(books, { ...recovered, gasCost: 0n }, 5);

    expect(books.posted).to.deep.equal([]);
  });

  for (const [shows, blockHash, gas] of [
    ['taken back where a reorg has replaced its block', `0x${'b2'.repeat(32)}`, 0n],
    ['kept where its block still stands', recovered.blockHash, 21_000n],
  ] as const) {
    it(`is ${shows}`, async () => {
      const books = memoryBooks();
      await postRecoveredGas(books, recovered, 5);

      await reverseOrphans(portsOf(books, blockHash), chain, new AbortController().signal);

      const lines = [...(await balancesOf(books, null)).values()];
      expect(lines.find(({ kind }) => kind === 'gas')?.units ?? 0n).to.equal(gas);
    });
  }
});

function portsOf(
  books: ReturnType<typeof memoryBooks>,
  blockHash: string,
): Parameters<typeof reverseOrphans>[0] {
  const custody = { holdings: async () => ({ block: 40, blockHash }) };
  const store = {
    reads: { books },
    run: (_name: string, work: (tx: object) => Promise<unknown>) => work({ books }),
  };
  // CAST: what taking back reads and writes.
  return { store, custody, clock: { now: () => 9 } } as never;
}

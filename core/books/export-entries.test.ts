import { evmChain, TokenList } from '@interline/kernel';
import { expect } from 'chai';
import { exportEntries } from './export-entries.ts';
import type { Entry } from './entry.ts';

const chain = evmChain(8453);
const line = { kind: 'gas', chain, holder: 'us', token: 'native' } as const;

describe('an exported entry', () => {
  it('has an empty log where the transfer of a coin has none, and keeps the log 0', async () => {
    const entries = [-1, 0, null].map((logIndex): Entry => ({
      chain,
      block: 1,
      blockHash: null,
      txHash: null,
      logIndex,
      id: 'en_1',
      kind: 'found',
      transactionId: null,
      owner: null,
      engine: null,
      reverses: null,
      lines: [{ ...line, units: 1n }],
      atMs: 0,
    }));
    const store = { reads: { books: { entries: () => Promise.resolve(entries) } } };

    const { rows } = await exportEntries(
      { store, tokens: new TokenList([]) },
      { fromMs: 0, toMs: 1, limit: 9 },
    );

    expect(rows.map(({ log }) => log)).to.deep.equal(['', '0', '']);
  });
});

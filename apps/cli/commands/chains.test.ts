import { expect } from 'chai';
import { besideRows } from './chains.ts';

const ready = { executeReady: true, quotable: true };
const priced = { executeReady: false, quotable: true };
const none = { executeReady: false, quotable: false, reason: 'no rail serves it' };

describe('the chains beyond the EVM as a person reads them', () => {
  it('say what each can do here, and appear once if they are both a node and priced elsewhere', () => {
    const node = (name: string, asSource: object, asDestination: object) => ({
      name,
      asSource,
      asDestination,
    });
    const mesh = {
      nonEvmNodes: {
        bitcoin: node('Bitcoin', ready, ready),
        stellar: node('Stellar', priced, ready),
        solana: node('Solana', priced, priced),
        ton: node('TON', none, none),
      },
      comparatorQuoteOnly: {
        bitcoin: { name: 'Bitcoin' },
        80094: { name: 'Berachain' },
      },
    };

    // CAST: two fields of an answer, as far as they are read.
    expect(besideRows(mesh as never)).to.deep.equal([
      { id: 'bitcoin', name: 'Bitcoin', does: 'sends and receives' },
      { id: 'stellar', name: 'Stellar', does: 'receives' },
      { id: 'solana', name: 'Solana', does: 'only priced' },
      { id: 'ton', name: 'TON', does: 'not served: no rail serves it' },
      { id: '80094', name: 'Berachain', does: 'only priced' },
    ]);
  });
});

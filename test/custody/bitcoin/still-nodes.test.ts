import { systemClock } from '@interline/adapters/clock';
import { bitcoinCustody, type BitcoinNode, feeRate } from '@interline/adapters/custody/bitcoin';
import { expect } from 'chai';
import { quietLog } from '../../support/quiet-log.ts';
import { bitcoin as chain } from './custody-scene.ts';

const { signal } = new AbortController();
const hourMs = 3_600_000;
const genesisHash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

describe('a deposit address on the main chain', () => {
  it('is read from a node whose blocks are up to six hours old, but not from one that is stuck', async () => {
    const atMs = 1_800_000_000_000;

    expect(await outcomeAt(atMs, atMs - 6 * hourMs)).to.equal('read');
    expect(await outcomeAt(atMs, atMs - 6 * hourMs - 1_000)).to.equal(
      'RelayError: the bitcoin node shows no block of the last six hours',
    );
  });

  it('is read from the other nodes if one is stuck, if they are enough', async () => {
    const atMs = 1_800_000_000_000;

    expect(await outcomeAt(atMs, atMs, atMs - 48 * hourMs, atMs)).to.equal('read');
    expect(await outcomeAt(atMs, atMs, atMs - 48 * hourMs)).to.match(/1 of 2 nodes/);
  });
});

/** What a reading comes to, of nodes whose tips have these times. */
async function outcomeAt(nowMs: number, ...tipsMs: readonly number[]): Promise<string> {
  const { deposits } = bitcoinCustody({
    chain,
    network: 'mainnet',
    nodes: tipsMs.map(emptyNode),
    seed: new Uint8Array(32),
    bornAtSec: null,
    fees: { floor: feeRate(1_000n), cap: feeRate(1_000n) },
    clock: { ...systemClock, now: () => nowMs },
    log: quietLog,
  });
  const watched = [{ address: deposits.addressOf(chain, 1), known: [] }];
  return deposits.seenAt(chain, watched, signal).then(() => 'read', String);
}

function emptyNode(tipMs: number): BitcoinNode {
  const tip = { height: 9, hash: 'b9', medianTimeSec: tipMs / 1_000 };
  const unasked = () => Promise.reject(new Error('not asked'));
  return {
    tip: async () => tip,
    blockHash: async () => genesisHash,
    watch: async () => {},
    firstPaid: unasked,
    damagedWallets: unasked,
    unspent: async () => ({ tip, outputs: [] }),
    blockTransactions: unasked,
    paying: unasked,
    transaction: unasked,
    packageFee: unasked,
    spendOf: unasked,
    feeEstimate: unasked,
    relayRates: unasked,
    broadcast: unasked,
  };
}

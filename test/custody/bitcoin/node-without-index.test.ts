import { findBitcoind, NodeFleet, type RegtestNode, startRegtestNode } from '@interline/devnet';
import type { OutputId } from '@interline/ports';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../../support/fast-folder.ts';
import { bitcoin as chain, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();

describe('a Bitcoin node whose index of transactions is gone', () => {
  const fleet = new NodeFleet(randomBytes(16).toString('hex'));
  const bitcoind = findBitcoind();
  let folder = '';

  before(function () {
    if (bitcoind === null) this.skip();
    folder = mkdtempSync(join(fastFolder, 'interline-regtest-'));
  });
  after(async () => {
    await fleet.stop();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const started = (index: '-txindex=0' | '-txindex=1'): Promise<RegtestNode> => {
    if (bitcoind === null) throw new Error('skipped without bitcoind');
    return startRegtestNode({
      bitcoind,
      folder: join(folder, 'node'),
      spawn: (file, args) =>
        fleet.spawn(
          file,
          args.map((one) => (one === '-txindex=1' ? index : one)),
        ),
    });
  };

  it('does not take back a deposit that was spent: it says what it needs, and nothing of the deposit', async () => {
    const indexed = await started('-txindex=1');
    const address = String(await indexed.rpc('getnewaddress', ['', 'bech32m']));
    // As a coin of ours that a payout has spent, it is in no wallet that watches our addresses.
    const known = [{ tx: await indexed.pay(address, 50_000n), output: 0 }];
    await indexed.mine();
    const whole = await look(indexed, known);
    await stopped(indexed);
    const bare = await look(await started('-txindex=0'), known);

    expect(whole).to.equal('1 seen');
    expect(bare).to.equal(
      'RelayError: the bitcoin node has no index of transactions, or has not finished it; it needs -txindex=1',
    );
  });
});

async function look(node: RegtestNode, known: readonly OutputId[]): Promise<string> {
  const scene = custodyScene(node);
  const { deposits } = scene.custody;
  const watched = [{ address: deposits.addressOf(chain, 7), known }];
  const words = await deposits.seenAt(chain, watched, signal).then(
    ({ addresses }) => `${addresses[0]?.outputs.length} seen`,
    (error: unknown) => String(error),
  );
  await scene.close();
  return words;
}

async function stopped(node: RegtestNode): Promise<void> {
  const gone = once(node.process, 'exit');
  await node.rpc('stop');
  await gone;
}

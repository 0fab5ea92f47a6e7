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

describe('a Bitcoin node that is not ready', () => {
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

  const started = (
    name: string,
    change: (args: readonly string[]) => readonly string[],
  ): Promise<RegtestNode> => {
    if (bitcoind === null) throw new Error('skipped without bitcoind');
    return startRegtestNode({
      bitcoind,
      folder: join(folder, name),
      spawn: (file, args) => fleet.spawn(file, change(args)),
    });
  };
  const without = (flag: string) => (args: readonly string[]) =>
    args.filter((one) => !one.startsWith(flag));

  it('does not take back a deposit that was spent if its index of transactions is gone: it says what it needs, and nothing of the deposit', async () => {
    const indexed = await started('indexed', (args) => args);
    const address = String(await indexed.rpc('getnewaddress', ['', 'bech32m']));
    // As a coin of ours that a payout has spent, it is in no wallet that watches our addresses.
    const known = [{ tx: await indexed.pay(address, 50_000n), output: 0 }];
    await indexed.mine();
    const whole = await look(indexed, known);
    await stopped(indexed);
    const bare = await look(await started('indexed', without('-txindex')), known);

    expect(whole).to.equal('1 seen');
    expect(bare).to.equal(
      'RelayError: the bitcoin node has no index of transactions, or has not finished it; it needs -txindex=1',
    );
  });

  it('shows no deposit as unpaid while it downloads its chain, and each one once it has', async () => {
    const behind = await started('behind', (args) => [
      ...without('-maxtipage')(args),
      `-mocktime=${Math.floor(Date.now() / 1_000) + 172_800}`,
    ]);
    const downloading = await look(behind, []);
    await behind.mine();
    const ready = await look(behind, []);

    expect(downloading).to.equal(
      'RelayError: the bitcoin node is still catching up with its chain',
    );
    expect(ready).to.equal('0 seen');
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

import { bitcoinCustody, coreNode } from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { findBitcoind, NodeFleet, type RegtestNode, startRegtestNode } from '@interline/devnet';
import { nativeAddress } from '@interline/kernel';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../../support/fast-folder.ts';
import { bitcoin as chain, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('a payout that the mempool of a Bitcoin node has dropped', () => {
  const fleet = new NodeFleet(randomBytes(16).toString('hex'));
  const http = outboundHttp();
  let folder = '';
  before(function () {
    if (findBitcoind() === null) this.skip();
    folder = mkdtempSync(join(fastFolder, 'interline-regtest-'));
  });
  after(async () => {
    await http.close();
    await fleet.stop();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const started = (more: readonly string[]): Promise<RegtestNode> => {
    const bitcoind = findBitcoind() ?? expect.fail('skipped without bitcoind');
    const spawn = (file: string, args: readonly string[]) => fleet.spawn(file, [...args, ...more]);
    return startRegtestNode({ bitcoind, folder: join(folder, 'node'), spawn });
  };

  it('is offered again at what the node relays now, and its coins count meanwhile', async () => {
    const first = await started([]);
    const scene = custodyScene(first);
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    // CAST: Core's documented shape.
    const names = (await first.rpc('listwallets')) as readonly string[];
    const wallet = names.find((one) => one.startsWith('watch-')) ?? '';
    const gone = once(first.process, 'exit');
    await first.rpc('stop');
    await gone;

    const {
      rpcUrl: url,
      user,
      password,
      rpc,
    } = await started(['-persistmempool=0', '-minrelaytxfee=0.0001']);
    const access = { chain, network: 'regtest', http, url, user, password, wallet } as const;
    const custody = bitcoinCustody({ ...scene.settings, nodes: [coreNode(access)] });
    const book = { chain, account: scene.account, token: nativeAddress };
    const [held] = await custody.balances(chain, [book], signal);
    const queue = await custody.queue(chain, scene.account, signal);
    const { transactions } = await custody.observe(chain, [watchedOf([signed])], signal);
    const [again] = await custody.broadcast([signed]);
    const bump = await custody.bump(signed, null, signal);
    await scene.close();

    expect(await rpc('getrawmempool')).to.deep.equal([]);
    expect(held?.units).to.equal(100_000n);
    expect(queue).to.deep.equal({ mined: 0, pending: 0, leastPending: 0 });
    expect(transactions[0]).to.deep.include({ mined: null, isSlotTaken: false });
    expect(again).to.equal('unknown');
    if (bump.kind !== 'dearer') expect.fail(bump.kind);
    // 10 sats per vbyte, the new minimum.
    expect(bump.tx).to.deep.include({ gasLimit: 154n, fee: 1_540n });
  });
});

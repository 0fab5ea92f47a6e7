import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import { evmChain, nativeAddress } from '@interline/kernel';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, send, sign } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { expect } from 'chai';

const [source, destination] = [8453, 42161];
const units = 1_000_000n;

describe('an account whose transactions are merged', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [source, destination],
      batching: [source],
      policy: {
        finality: {
          '*': { tiers: [{ upToUsd: 1_000, confirmations: 1 }], confirmations: 40, finalDepth: 60 },
        },
      },
    });
  });
  after(() => harness.stop());

  it('goes on at once when a pull that was alone in its transaction reverts, however long that is not final', async () => {
    const [unlucky, next] = await Promise.all([
      freshPayer(harness, source, 2n * units),
      freshPayer(harness, source, units),
    ]);
    const approving = await send(harness, unlucky, { from: source, to: destination, units });
    await endOfRoute(harness.client, textField(approving.receipt, 'id'));
    const { body } = await sign(harness, unlucky, { from: source, to: destination, units });
    await stopMining(harness.devnet, source);
    await harness.client.post('/api/route/execute', body);
    await spendElsewhere(harness.devnet, source, unlucky, units);
    await resumeMining(harness.devnet, source);

    const { receipt } = await send(harness, next, { from: source, to: destination, units });
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(end['status']).to.equal('DONE');
  });

  it('has those of an earlier process completed by a process that does not merge, and its gas is free again', async () => {
    const devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    const dataDir = await mkdtemp(join(fastFolder, 'interline-lanes-'));
    const merging = await startHarness({ devnet, dataDir, batching: [source] });
    const payer = await freshPayer(merging, source, units);
    await stopMining(devnet, source);
    const { receipt } = await send(merging, payer, { from: source, to: destination, units });
    const sent = merging.container.get(parts.transfer).ports;
    await until('a batch', () =>
      sent.store.reads.transactions.openMulticall(
        evmChain(source),
        sent.custody.account(evmChain(source), 'spender'),
      ),
    );
    await merging.stop();
    await resumeMining(devnet, source);

    const plain = await startHarness({ devnet, dataDir });
    const end = await endOfRoute(plain.client, textField(receipt, 'id'));
    const { store, custody } = plain.container.get(parts.transfer).ports;
    const account = custody.account(evmChain(source), 'spender');
    const gas = { chain: evmChain(source), account, token: nativeAddress };

    expect(end['status']).to.equal('DONE');
    await until(
      'the end of the batch',
      async () =>
        (await store.reads.transactions.openMulticall(evmChain(source), account)) === null,
    );
    await until('gas that is free again', async () =>
      (await store.reads.transactions.reservations(gas)).every((one) => one.state !== 'open'),
    );
    await plain.stop();
    await devnet.stop();
    await rm(dataDir, { recursive: true });
  });
});

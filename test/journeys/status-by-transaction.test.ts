import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@interline/adapters/clock';
import { serviceClient } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';

describe('a route, by the hash of one of its transactions', () => {
  let harness: Harness;
  let folder: string;
  let aheadMs = 0;
  let receipt: { id: string; srcTx: string; destTx: string; to: { recipient: string } };
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rebind: (container) =>
        container
          .rebind(parts.clock)
          .toConstantValue({ ...systemClock, now: () => systemClock.now() + aheadMs }),
    });
    folder = await mkdtemp(join(tmpdir(), 'interline-routes-'));
    const payer = await freshPayer(harness, 8453, 3_000_000n);
    const sent = await interline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '3', '--json'],
      { INTERLINE_ROUTES: folder, INTERLINE_KEY: payer.wallet.privateKey },
    );
    receipt = JSON.parse(sent.out) as typeof receipt; // CAST: as the service answers.
    // Past the full ten minutes from which its end shows.
    aheadMs = 600_000;
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  it('shows any caller how far it is, and nothing that links its two ends', async () => {
    const { srcTx, destTx, id, to } = receipt;

    const [source, destination] = [await byTransaction(srcTx), await byTransaction(destTx)];

    expect(source['routes']).to.deep.equal([
      { as: 'source', chain: 8453, status: 'DONE', stage: 'DELIVERED' },
    ]);
    expect(destination['routes']).to.deep.equal([
      { as: 'destination', chain: 42161, status: 'DONE', stage: 'DELIVERED' },
    ]);
    const shown = JSON.stringify([source, destination]).toLowerCase();
    for (const secret of [id, srcTx, destTx, to.recipient])
      expect(shown).not.to.contain(secret.toLowerCase());
  });

  it('is found by a hash in capitals, and refused for another one or none', async () => {
    const capitals = `0x${receipt.srcTx.slice(2).toUpperCase()}`;

    const [unknown, wrong] = [
      await refusalOf(byTransaction(`0x${'0'.repeat(64)}`)),
      await refusalOf(byTransaction('0x12')),
    ];

    expect((await byTransaction(capitals))['count']).to.equal(1);
    expect([unknown.status, unknown.body['errorCode']]).to.deep.equal([404, 'UNKNOWN_ROUTE']);
    expect(wrong.status).to.equal(400);
  });

  it('is shown in full where it was sent from, and how far it is elsewhere', async () => {
    const here = await interline(['status', receipt.destTx], { INTERLINE_ROUTES: folder });
    const elsewhere = await interline(['status', receipt.destTx]);

    expect([here.code, elsewhere.code], here.err + elsewhere.err).to.deep.equal([0, 0]);
    expect(here.out).to.contain(receipt.id).and.to.contain(receipt.srcTx);
    expect(elsewhere.out)
      .to.match(/^destination +DONE DELIVERED, on Arbitrum One \(42161\)$/m)
      .and.not.to.contain(receipt.id);
  });

  function byTransaction(hash: string) {
    return serviceClient(harness.url).get(`/api/route/by-transaction?tx=${hash}`);
  }

  function interline(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    return runInterline(args, { env: { INTERLINE_URL: harness.url, ...env } });
  }
});

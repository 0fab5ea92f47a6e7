import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';

describe('interline verify', () => {
  let harness: Harness;
  let folder: string;
  let receipt: string;
  before(async () => {
    harness = await startHarness();
    folder = mkdtempSync(join(tmpdir(), 'interline-verify-'));
    receipt = join(folder, 'receipt.json');
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    const { id } = await endOfRoute(harness.client, textField(sent.receipt, 'id'));
    for (const duty of harness.container.get(parts.evidence).duties) await duty.run();
    await run('receipt', id, '--out', receipt);
  });
  after(async () => {
    await harness.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (...words: readonly string[]) =>
    runInterline([...words], {
      env: { INTERLINE_URL: harness.url, INTERLINE_PASSES: join(folder, 'passes') },
    });

  it('checks a receipt and its place in the log, and later without the service', async () => {
    const first = await run('verify', receipt, '--json');
    const pin = join(folder, 'passes', new URL(harness.url).host.replaceAll(':', '_'));
    const offline = await run('verify', receipt, '--url', 'http://127.0.0.1:1');
    const known = JSON.parse(readFileSync(join(pin, 'receipts.pin'), 'utf8')) as {
      readonly keys: readonly object[];
      readonly vkey: string;
    }; // CAST: as the command wrote it.
    const jwks = join(folder, 'jwks.json');
    writeFileSync(jwks, JSON.stringify({ keys: known.keys }));
    const named = await run(
      'verify',
      receipt,
      '--url',
      'http://127.0.0.1:1',
      '--jwks',
      jwks,
      '--vkey',
      known.vkey,
    );

    const { claims } = JSON.parse(first.out) as {
      readonly claims: { readonly status: string };
    }; // CAST: judged below.
    expect(claims.status).to.equal('DONE');
    expect([first.code, named.code]).to.deep.equal([0, 0]);
    expect(named.out).to.match(/in the log.*leaf [0-9] of 4/);
    expect(offline.code).to.equal(1);
    expect(offline.err).to.contain('no service answers at http://127.0.0.1:1, and the keys');
    expect(offline.err).to.contain('name them with --jwks and --vkey');
  });

  it('says what is wrong with one that was changed, and exits with 1', async () => {
    const kept = JSON.parse(readFileSync(receipt, 'utf8')) as { jws: string }; // CAST: as it was written.
    const changed = join(folder, 'changed.json');
    writeFileSync(changed, JSON.stringify({ ...kept, jws: `${kept.jws.slice(0, -6)}AAAAAA` }));
    const { code, err } = await run('verify', changed);

    expect(code).to.equal(1);
    expect(err).to.match(/signature|JWS/);
  });
});

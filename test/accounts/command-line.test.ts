import { textField } from '@interline/cli';
import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { nonceOf } from './sign-in.ts';

describe('the account commands', () => {
  let harness: Harness;
  let folder: string;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
    folder = await mkdtemp(join(tmpdir(), 'interline-account-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    runInterline(['account', ...args, '--url', harness.url], {
      env: { INTERLINE_SESSIONS: join(folder, 'sessions') },
    });

  it('sign a wallet in, show its own routes, write them to a file, care for its webhooks, and sign it out', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const transfer = { from: 8453, to: 42161, units: 5_000_000n };
    const { receipt } = await send(harness, payer, transfer);
    const id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);
    const key = join(folder, 'wallet.key');
    await writeFile(key, payer.wallet.privateKey, { mode: 0o600 });
    const { uri } = await nonceOf(harness.url);

    const before = await run('routes');
    const login = await run('login', '--key-file', key, '--origin', uri, '--json');
    const [session = ''] = await readdir(join(folder, 'sessions'));
    const { mode } = await stat(join(folder, 'sessions', session));
    const shown = await run('show');
    const listed = await run('routes');
    const refunds = await run('refunds');
    const none = await run('events');
    const csv = join(folder, 'routes.csv');
    const exported = await run('export', '--format', 'csv', '--output', csv);
    const again = await run('export', '--format', 'csv', '--output', csv);
    const third = await run('export', '--format', 'csv', '--output', csv);
    const added = await run(
      'hooks',
      'add',
      'https://shop.example/x',
      '--events',
      'hook.disabled',
      '--json',
    );
    const hooks = await run('hooks', 'list');
    await run('hooks', 'test', (JSON.parse(added.out) as { readonly id: string }).id);
    const happened = await run('events');
    const file = join(folder, 'sessions', session);
    const kept = await readFile(file);
    const anew = await run('login', '--key-file', key, '--origin', uri);
    await writeFile(file, kept, { mode: 0o600 });
    const former = await run('show');
    const logout = await run('logout');
    const after = await run('show');
    await writeFile(file, kept, { mode: 0o600 });
    const expired = await run('show');
    await rm(file);

    expect([before.code === 0, before.err]).to.deep.equal([
      false,
      `error there is no session at ${harness.url}; run "interline account login"\n`,
    ]);
    expect(login.code, login.err).to.equal(0);
    expect((mode & 0o777).toString(8)).to.equal('600');
    expect(login.out + login.err).not.to.match(/sess_[0-9a-f]/);
    expect(shown.out).to.include(payer.address).and.to.include('0 open, 1 done, 0 failed');
    expect(shown.out).to.match(/webhooks +0 of 10\n/);
    expect(listed.out).to.include(id).and.to.include('5 USDC');
    expect(happened.out).to.match(/^1 +\S+Z +hook\.test +\S+\nfor what comes next: --after 1\n$/);
    expect(none.out).to.equal('Nothing happened after that.\n');
    expect(refunds.out).to.equal(
      'Nothing was refunded to this wallet, and nothing is held for it.\n',
    );
    expect(exported.code, exported.err).to.equal(0);
    expect(await readFile(csv, 'utf8')).to.include(`${id},`);
    expect(((await stat(csv)).mode & 0o777).toString(8)).to.equal('600');
    expect(third).to.deep.equal(again);
    expect([again.code === 0, again.err.includes('exists already')]).to.deep.equal([false, true]);
    expect(added.out).to.match(/"secret": "whsec_/);
    expect(hooks.out).to.include('https://shop.example/x').and.not.to.include('whsec_');
    expect(anew.out).to.match(/ended +the session of 0x[0-9a-fA-F]{40} that was stored there\n/);
    expect(former.err).to.include('SESSION_EXPIRED');
    expect(logout.out).to.equal('Signed out.\n');
    expect(expired.err).to.equal(
      'error SESSION_EXPIRED: the session is unknown or has ended; run "interline account login"\n',
    );
    expect([after.code === 0, await readdir(join(folder, 'sessions'))]).to.deep.equal([false, []]);
  });
});

import { textField } from '@interline/cli';
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { runInterline } from '../support/run-interline.ts';
import { mandatedBody, mandateScene, openMandate, register } from './mandate-scene.ts';

describe('the mandate commands', () => {
  let harness: Harness;
  let folder: string;
  before(async () => {
    harness = await startHarness();
    folder = await mkdtemp(join(tmpdir(), 'interline-mandate-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    runInterline([...args, '--url', harness.url], {
      env: { INTERLINE_SESSIONS: join(folder, 'sessions') },
    });

  it('list the mandates of the wallet that signed in, show one and its receipts, and revoke it', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const body = await mandatedBody(scene, { id, token });
    const paid = await scene.agent.call('POST /api/route/execute', { body });
    const end = await endOfRoute(harness.client, textField({ ...paid }, 'id'));
    const key = join(folder, 'wallet.key');
    await writeFile(key, scene.wallet.privateKey, { mode: 0o600 });
    await run('account', 'login', '--key-file', key, '--origin', scene.origin);

    const listed = await run('mandate', 'ls');
    const shown = await run('mandate', 'show', id);
    const receipts = await run('mandate', 'receipts', id);
    const revoked = await run('mandate', 'revoke', id, '--json');

    expect(listed.out).to.match(new RegExp(`${id} +active +99\\.00 USD`));
    expect(shown.out).to.include('99.00 USD').and.to.include('budget');
    expect(receipts.out.match(/\b(accepted|done)\b/g)).to.deep.equal(['done', 'accepted']);
    expect(receipts.out).to.include(textField(end, 'id'));
    expect(JSON.parse(revoked.out)).to.include({ id, state: 'revoked' });
  });
});

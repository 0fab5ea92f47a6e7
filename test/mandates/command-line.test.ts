import { textField } from '@interline/cli';
import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { widePolicy } from '../agents/agent-scene.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { approvePermit2 } from '../support/payer-transaction.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
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

    expect(listed.out).to.match(new RegExp(`${id} +active +\\$99\\.00`));
    expect(shown.out)
      .to.include('$99.00')
      .and.to.match(/budget +\$[0-9.]+ in all/);
    expect(receipts.out.match(/\b(accepted|done)\b/g)).to.deep.equal(['done', 'accepted']);
    expect(receipts.out).to.include(textField(end, 'id'));
    expect(JSON.parse(revoked.out)).to.include({ id, state: 'revoked' });
  });

  it('make a mandate for an agent, which pays under it within its budget, until it is revoked', async () => {
    const scene = await mandateScene(harness);
    const [key, agent] = [join(folder, 'maker.key'), join(folder, 'agent.jwk')];
    const [mandates, kept] = [join(folder, 'mandates.jwk'), join(folder, 'mandate.json')];
    const jwk = await crypto.subtle.exportKey('jwk', scene.agentPair.privateKey);
    await writeFile(key, scene.wallet.privateKey, { mode: 0o600 });
    await writeFile(agent, JSON.stringify(jwk), { mode: 0o600 });
    const to = freshAddress();
    const make = () =>
      run(
        ...['mandate', 'make', '--key-file', key, '--key', mandates, '--agent', agent],
        ...['--out', kept, '--per-payment', '2', '--budget', '3', '--to', `42161:${to}`],
        ...['--origin', scene.origin],
      );
    const pay = (whom: string, amount: string, ...more: readonly string[]) =>
      run(
        ...['mandate', 'pay', kept, '--key', agent, '--to', `42161:${whom}`],
        ...['--amount', amount, '--origin', scene.origin, ...more],
      );

    const made = await make();
    const again = await make();
    const asked = await pay(to, '2', '--dry-run');
    const paid = await pay(to, '2');
    const stranger = await pay(freshAddress(), '1', '--dry-run');
    const beyond = await pay(to, '2');
    const { id = '' } = JSON.parse(await readFile(kept, 'utf8')) as { readonly id?: string };
    await scene.owner.call('DELETE /api/mandates/{id}', { params: { id } });
    const revoked = await pay(to, '1');

    expect(made.out, made.err).to.include('$3.00').and.to.include(`eip155:42161:${to}`);
    expect(made.out)
      .to.match(/ceiling +3 USDC on Base \(8453\)/)
      .and.to.match(/amount-range +\$0\.00 to \$2\.00 a payment/)
      .and.to.match(/budget +\$3\.00 in all/)
      .and.to.match(/recurrence +any number of payments/)
      .and.to.match(/payees +eip155/)
      .and.not.to.include('approve:');
    expect([again.code, again.err]).to.deep.equal([
      3,
      `error ${kept} exists already; name another with --out\n`,
    ]);
    expect(asked.out).to.include('The mandate allows it.').and.to.include('$3.00');
    expect(paid.out).to.include('DONE').and.to.include('accepted');
    expect([stranger.code, stranger.out]).to.satisfy(
      ([code, out]: readonly [number, string]) => code === 3 && out.includes('allowed_payees'),
    );
    expect(beyond.err).to.include('MANDATE_BUDGET');
    expect(revoked.err).to.include('MANDATE_REVOKED');
  });

  it('say how to approve Permit2 if it may not take the budget', async () => {
    const scene = await mandateScene(harness);
    const { wallet, usdc } = scene;
    await approvePermit2(harness.devnet, 8453, { wallet, address: wallet.address }, usdc, 1n);
    const [key, agent] = [join(folder, 'strict.key'), join(folder, 'strict.jwk')];
    const jwk = await crypto.subtle.exportKey('jwk', scene.agentPair.privateKey);
    await writeFile(key, wallet.privateKey, { mode: 0o600 });
    await writeFile(agent, JSON.stringify(jwk), { mode: 0o600 });
    const make = (agentFile: string) =>
      run(
        ...['mandate', 'make', '--key-file', key, '--key', join(folder, 'strict-mandates.jwk')],
        ...['--agent', agentFile, '-o', join(folder, 'strict.json')],
        ...['--per-payment', '2', '--budget', '3', '--origin', scene.origin],
      );

    const keyless = await make(join(folder, 'none.jwk'));
    const made = await make(agent);
    const paid = await run(
      ...['mandate', 'pay', join(folder, 'strict.json'), '--key', agent, '--amount', '2'],
      ...['--to', `42161:${freshAddress()}`, '--origin', scene.origin],
    );

    expect([keyless.code, keyless.err]).to.satisfy(
      ([code, err]: readonly [number, string]) =>
        code === 2 && err.includes('none.jwk cannot be read (ENOENT); "interline agent register'),
    );
    expect(made.out).to.match(
      /Permit2 may take 0\.000001 USDC of the wallet; .* interline sponsor send --chain 8453 approve:USDC:0x0+22d473030f116ddee9f6b43ac78ba3:3\n/,
    );
    expect(paid.err).to.match(
      /may take 0\.000001 USDC from the payer, the permit is for 2 USDC.* "interline sponsor send approve:USDC:0x/,
    );
  });

  it('pay what the owner has approved, by the same command again', async () => {
    const scene = await mandateScene(harness);
    const [key, agent] = [join(folder, 'owner.key'), join(folder, 'asking.jwk')];
    const [mandates, kept] = [join(folder, 'asking-mandates.jwk'), join(folder, 'asked.json')];
    const jwk = await crypto.subtle.exportKey('jwk', scene.agentPair.privateKey);
    await writeFile(key, scene.wallet.privateKey, { mode: 0o600 });
    await writeFile(agent, JSON.stringify(jwk), { mode: 0o600 });
    const to = `42161:${freshAddress()}`;
    await scene.owner.call('PATCH /api/agents/{id}', {
      params: { id: scene.agentId },
      body: { policy: { ...widePolicy, approveAbove: '199' } },
    });
    await run(
      ...['mandate', 'make', '--key-file', key, '--key', mandates, '--agent', agent],
      ...['--out', kept, '--per-payment', '2', '--budget', '3', '--to', to],
      ...['--origin', scene.origin],
    );
    await run('account', 'login', '--key-file', key, '--origin', scene.origin);
    const pay = (...more: readonly string[]) =>
      run(
        ...['mandate', 'pay', kept, '--key', agent, '--to', to, '--amount', '2'],
        ...['--origin', scene.origin, ...more],
      );

    const unseen = await pay();
    const asked = await pay('--at-least', '1.99');
    const [aid = ''] = /apr_[0-9a-f]{32}/.exec(asked.err) ?? [];
    const approved = await run('agent', 'approve', scene.agentId, aid);
    const paid = await pay('--at-least', '1.99');

    expect(unseen.err).to.include('MISSING_FIELD').and.to.include('--at-least is missing');
    expect(
      [asked.code, approved.code, paid.code],
      asked.err + approved.err + paid.err,
    ).to.deep.equal([3, 0, 0]);
    expect(paid.out).to.include('DONE');
  });
});

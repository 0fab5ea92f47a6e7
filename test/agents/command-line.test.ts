import { agentFetch, createClient, ServiceError } from '@interline/client';
import { keptAgentKey } from '@interline/cli';
import { expect } from 'chai';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonceOf } from '../accounts/sign-in.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { agentScene, signedBody } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';

describe('the agent commands', () => {
  let harness: Harness;
  let folder: string;
  before(async () => {
    harness = await startHarness();
    folder = await mkdtemp(join(tmpdir(), 'interline-agent-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    runInterline([...args, '--url', harness.url], {
      env: { INTERLINE_SESSIONS: join(folder, 'sessions') },
    });

  it('register an agent with its own key, show it, approve a transfer, freeze it, and delete it', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const { uri } = await nonceOf(harness.url);
    const [walletKey, agentKey] = [join(folder, 'wallet.key'), join(folder, 'agent.jwk')];
    await writeFile(walletKey, payer.wallet.privateKey, { mode: 0o600 });
    await run('account', 'login', '--key-file', walletKey, '--origin', uri);

    const registered = await run(
      ...['agent', 'register', 'Pays invoices', '--key', agentKey, '--origin', uri],
      ...['--per-route', '1.5', '--per-day', '2', '--approve-above', '0.99'],
      ...['--tokens', 'USDC', '--chains', 'base,42161', '--to', payer.address, '--json'],
    );
    const { id = '' } = JSON.parse(registered.out) as { id?: string };
    const { mode } = await stat(agentKey);
    const listed = await run('agent', 'ls');
    const agent = createClient({
      baseUrl: harness.url,
      tries: 1,
      fetch: agentFetch(await keptAgentKey(agentKey), { origin: uri }),
    });
    const body = await signedBody(harness, { wallet: payer.wallet });
    const asked: unknown = await agent.execute(body).catch((error: unknown) => error);
    const shown = await run('agent', 'show', id);
    const [, approval = ''] = /(apr_[0-9a-f]{32})/.exec(shown.out) ?? [];
    const approved = await run('agent', 'approve', id, approval);
    const passed = await agent.execute(body);
    const used = await run('agent', 'approve', id, approval, '--deny');
    const activity = await run('agent', 'activity', id);
    const frozen = await run('agent', 'freeze', id);
    const undone = await run('agent', 'freeze', id, '--undo');
    const wider = await run('agent', 'policy', id, '--per-day', '7', '--approve-all');
    const unchanged = await run('agent', 'policy', id);
    const both = await run('agent', 'policy', id, '--approve-all', '--approve-above', '1');
    const moved = await run(
      ...['agent', 'rotate', id, '--key', join(folder, 'other-agent.jwk'), '--origin', uri],
    );
    const former: unknown = await agent.execute(body).catch((error: unknown) => error);
    const removed = await run('agent', 'rm', id);
    const none = await run('agent', 'ls');

    expect(registered.code, registered.err).to.equal(0);
    expect((mode & 0o777).toString(8)).to.equal('600');
    expect(listed.out).to.match(/active +\$1\.50 +\$2\.00 +Pays invoices/);
    expect(asked instanceof ServiceError ? asked.errorCode : asked).to.equal('APPROVAL_REQUIRED');
    expect(shown.out).to.include('above $0.99').and.to.include('$2.00 left');
    expect(shown.out).to.match(
      /apr_[0-9a-f]{32}: \$1\.00 from 8453 to 0x[0-9a-f]{40} on 42161, where at least [0-9.]+ USDC arrives/,
    );
    expect(approved.out).to.equal(
      'Approved for one transfer, once the agent sends the same request again.\n',
    );
    expect([used.code, used.err]).to.deep.equal([
      3,
      'error it was approved and used before; nothing was changed\n',
    ]);
    expect([unchanged, both].map(({ code, err }) => [code, err.trim()])).to.deep.equal([
      [
        2,
        `error nothing to change; name a part, e.g. --per-day 500 ("interline agent show ${id}" shows the policy)`,
      ],
      [2, "error: option '--approve-all' cannot be used with option '--approve-above <dollars>'"],
    ]);
    expect(passed).to.have.property('status', 'BRIDGING');
    expect(wider.out.split('\n').map((line) => line.split(/ {2,}/))).to.deep.include.members([
      ['per route', '$1.50'],
      ['per day', '$7.00'],
      ['approval', 'never needed'],
      ['chains', '8453, 42161'],
    ]);
    expect(moved.out).to.include('other-agent.jwk; give it to the agent alone');
    expect(former instanceof ServiceError ? former.errorCode : former).to.equal('UNKNOWN_AGENT');
    expect(activity.out).to.include('route.accepted').and.to.include('approval.approved');
    expect([frozen.out, undone.out, removed.out, none.out]).to.deep.equal([
      'It is stopped; --undo lets it continue.\n',
      'It continues within its policy.\n',
      'Deleted; its key has stopped working.\n',
      'The wallet has no agents.\n',
    ]);
  });

  it('show whom a transfer that waits would pay, with its memo', async () => {
    const exchange = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
    const scene = await agentScene(harness, { approveAbove: '0' });
    const { uri } = await nonceOf(harness.url);
    const walletKey = join(folder, 'owner.key');
    await writeFile(walletKey, scene.wallet.privateKey, { mode: 0o600 });
    await run('account', 'login', '--key-file', walletKey, '--origin', uri);
    const body = await signedBody(harness, scene);
    const memo = { type: 'id' as const, value: '42' };
    const asked = {
      ...body,
      toChain: 'stellar:pubnet',
      toToken: 'USDC',
      toAddress: exchange,
      memo,
    };

    await outcomeOf(scene.agent.call('POST /api/route/execute', { body: asked }));
    const shown = await run('agent', 'show', scene.id);

    expect(shown.out).to.include(`to ${exchange} with the memo id:42 on stellar, where`);
  });

  it('take sums in dollars to the cent, and only Ed25519 keys', async () => {
    const other = join(folder, 'other.jwk');
    await writeFile(other, '{"kty":"RSA"}');
    const register = (sum: string, key = join(folder, 'new.jwk')) =>
      run(
        ...['agent', 'register', 'x', '--key', key, '--per-route', sum, '--per-day', '1'],
        ...['--tokens', 'all', '--chains', 'all', '--to', 'all'],
      );

    expect((await register('1.005')).err).to.include('wanted dollars, such as 25 or 0.50');
    expect((await register('1', other)).err).to.include('holds no key of Ed25519 as a JWK');
  });
});

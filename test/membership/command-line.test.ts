import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonceOf } from '../accounts/sign-in.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { runInterline } from '../support/run-interline.ts';

describe('the membership commands', () => {
  let harness: Harness;
  let folder: string;
  before(async () => {
    harness = await startHarness({ chainIds: [8453] });
    folder = await mkdtemp(join(tmpdir(), 'interline-membership-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  it('lend what a vault holds to a wallet, and end that once', async () => {
    const [vault, hot] = [freshWallet(), freshWallet()];
    const file = join(folder, 'link.json');
    const { uri } = await nonceOf(harness.url);
    const run = ({ privateKey }: { readonly privateKey: string }, ...args: readonly string[]) =>
      runInterline(args, {
        env: {
          INTERLINE_URL: harness.url,
          INTERLINE_KEY: privateKey,
          INTERLINE_SESSIONS: join(folder, 'sessions'),
        },
      });
    await run(vault, 'faucet', '--token', 'member');
    await run(hot, 'account', 'login', '--origin', uri);

    const signed = await run(vault, 'membership', 'sign', hot.address);
    await writeFile(file, signed.out);
    const linked = await run(hot, 'membership', 'link', file);
    const shown = await run(hot, 'membership', 'show', hot.address);
    const account = await run(hot, 'account', 'show');
    const ended = await run(hot, 'membership', 'unlink', vault.address);
    const again = await run(hot, 'membership', 'unlink', vault.address);

    expect({ code: linked.code, err: linked.err }).to.deep.equal({ code: 0, err: '' });
    expect(shown.out).to.include('A member:').and.to.include(vault.address.toLowerCase());
    expect(account.out).to.include('0 transfers used, 20 left; as a member');
    expect(ended).to.deep.equal({
      code: 0,
      out: `Nothing links you with ${vault.address} any more.\n`,
      err: '',
    });
    expect(again).to.deep.equal({
      code: 3,
      out: '',
      err: `error Nothing links you with ${vault.address}, so nothing was ended.\n`,
    });
  });
});

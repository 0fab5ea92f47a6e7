import { createClient } from '@interline/client';
import { claimDrafted, claimPasses, draftClaim } from '@interline/client/passes';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { killInterline, type Ran, runInterline } from '../support/run-interline.ts';
import { silentProxy } from '../support/silent-proxy.ts';
import { until } from '../support/until.ts';

describe('interline passes buy', () => {
  let harness: Harness;
  let folder: string;
  before(async () => {
    harness = await startHarness();
    folder = await mkdtemp(join(fastFolder, 'interline-bought-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]): Promise<Ran> =>
    runInterline(['passes', ...args, '--url', harness.url, '--json'], {
      env: { INTERLINE_PASSES: folder },
    });
  const jsonOf = ({ out }: Ran): Record<string, unknown> =>
    JSON.parse(out) as Record<string, unknown>; // CAST: what --json prints.
  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const pay = async (to: string) => {
    const [base] = harness.devnet.chains.filter(({ chainId }) => chainId === 8453);
    const token = base?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await harness.devnet.faucet({ chainId: 8453, token, to, amount: 1_000_000n });
  };
  const paidInvoice = async () => {
    const body = { bundle: 'starter', asset: 'usdc-8453' } as const;
    const { id, payTo } = await client().call('POST /api/plus/invoice', { body });
    await pay(payTo);
    await until('a paid invoice', async () => {
      const { state } = await client().call('GET /api/plus/invoice/{id}', { params: { id } });
      return state === 'paid';
    });
    return id;
  };

  it('shows what to pay, waits for it, claims as many as are wanted, and goes on later', async () => {
    const shown = jsonOf(await run('buy', '--asset', 'usdc-8453', '--no-wait'));
    const invoice = String(shown['id']);
    const bought = run('buy', '--invoice', invoice, '--count', '20');
    await pay(String(shown['payTo']));
    const first = jsonOf(await bought);
    const later = jsonOf(await run('buy', '--invoice', invoice, '--count', '5'));
    const spent = await runInterline(
      ['quote', '--pass', '--from', '8453', '--to', '42161', '--amount', '5', '--url', harness.url],
      { env: { INTERLINE_PASSES: folder } },
    );
    const after = jsonOf(await run('balance'));

    expect([shown['state'], shown['amount'], shown['usd']]).to.deep.equal(['open', '1000000', 1]);
    expect([first['claimed'], first['issued'], first['remaining'], first['left']]).to.deep.equal([
      20, 20, 980, 20,
    ]);
    expect([later['claimed'], later['remaining'], later['left']]).to.deep.equal([5, 975, 25]);
    expect([spent.code, after['left']]).to.deep.equal([0, 24]);
  });

  it("signs with the payer's key if --pay-with is given, and pays from another chain", async () => {
    const payer = freshWallet();
    for (const chainId of [8453, 42161])
      await harness.devnet.faucet({
        chainId,
        token: 'USDC',
        to: payer.address,
        amount: 4_000_000n,
      });
    const signed = (...args: readonly string[]) =>
      runInterline(
        ['passes', 'buy', '--bundle', 'bundle', '--asset', 'usdc-8453', ...args, '--count', '2'],
        {
          env: {
            INTERLINE_PASSES: folder,
            INTERLINE_KEY: payer.privateKey,
          },
        },
      );
    const noKey = await run('buy', '--asset', 'usdc-8453', '--pay-with', 'eip3009');
    const here = await signed('--pay-with', 'eip3009', '--url', harness.url);
    const elsewhere = await signed(
      '--pay-with',
      'permit2',
      '--from',
      '42161',
      '--url',
      harness.url,
    );

    expect(noKey.err).to.include('no key to sign with');
    expect(here.out).to.match(
      /signs +3 USDC, 3000000 units of 0x\w{40} on chain 8453\nsigned +3 USDC on chain 8453/,
    );
    expect(elsewhere.out).to.match(/signed +3\.\d+ USDC on chain 42161/);
    for (const { out } of [here, elsewhere])
      expect(out).to.match(/claimed +2 passes; 4998 of the invoice are left/);
  });

  it('takes up a claim that was cut off before its answer came, at no cost', async () => {
    const invoice = await paidInvoice();
    const draft = await draftClaim(client(), invoice, 7);
    const answered = await claimDrafted(client(), draft);
    const [place = ''] = await readdir(folder);
    await writeFile(join(folder, place, 'cut-off.draft'), JSON.stringify(draft), { mode: 0o600 });
    const left = Number(jsonOf(await run('balance'))['left']);

    const bought = jsonOf(await run('buy', '--invoice', invoice, '--count', '10'));
    const drafts = (await readdir(join(folder, place))).filter((name) => name.endsWith('.draft'));

    expect([answered.issued, answered.remaining]).to.deep.equal([7, 993]);
    expect([bought['claimed'], bought['issued'], bought['remaining']]).to.deep.equal([10, 10, 990]);
    expect([Number(bought['left']) - left, drafts]).to.deep.equal([10, []]);
  });

  it('is gone on with if the command was killed after the payment was signed', async () => {
    const payer = freshWallet();
    const env = { INTERLINE_PASSES: folder, INTERLINE_KEY: payer.privateKey };
    await harness.devnet.faucet({
      chainId: 8453,
      token: 'USDC',
      to: payer.address,
      amount: 3_000_000n,
    });
    const proxy = await silentProxy(harness.url);
    const url = proxy.url.replace(/\/$/, '');
    const there = (...args: readonly string[]) =>
      runInterline(['passes', ...args, '--url', url, '--json'], { env });
    const killed = await killInterline(
      'passes buy --bundle bundle --asset usdc-8453 --pay-with eip3009 --json --url'
        .split(' ')
        .concat(url),
      { env },
      proxy.fallSilentAt('POST /api/plus/pay', true),
    );
    proxy.startAnew();

    const bare = await there('buy');
    const known = jsonOf(await there('balance'))['invoices'] as Record<string, unknown>[]; // CAST: as shown.
    const [{ id, amount, payTo, follow } = {}] = known;
    const bought = jsonOf(await there('buy', '--invoice', String(id), '--count', '3'));
    await proxy.close();

    expect(known.length).to.equal(1);
    expect([amount, follow]).to.deep.equal([
      '3000000',
      `interline passes buy --invoice ${String(id)} --url ${url}`,
    ]);
    expect(bare.err).to.include(String(follow));
    expect(killed.out).to.equal('');
    expect(JSON.parse(killed.err)).to.have.nested.include({
      'invoice.id': id,
      'invoice.payTo': payTo,
      follow,
    });
    expect([bought['claimed'], bought['remaining']]).to.deep.equal([3, 4_997]);
  });

  it('says where to pay before it waits, to programs too, and keeps the invoice until all is claimed', async () => {
    const noMoney = freshWallet();
    const refused = await runInterline(
      'passes buy --asset usdc-8453 --pay-with eip3009 --json --url'.split(' ').concat(harness.url),
      { env: { INTERLINE_PASSES: folder, INTERLINE_KEY: noMoney.privateKey } },
    );
    const [first = '', last = ''] = refused.err.trim().split('\n');
    const { invoice } = JSON.parse(first) as { invoice: { id: string; payTo: string } }; // CAST: as documented.
    await pay(invoice.payTo);
    const bought = jsonOf(await run('buy', '--invoice', invoice.id));
    const after = jsonOf(await run('balance'))['invoices'] as { id: string }[]; // CAST: as shown.

    expect([refused.code, refused.out]).to.deep.equal([3, '']);
    expect(JSON.parse(last)).to.include({ errorCode: 'PAYER_NOT_READY', invoice: invoice.id });
    expect([bought['claimed'], bought['state']]).to.deep.equal([1_000, 'exhausted']);
    expect(after.map(({ id }) => id)).not.to.include(invoice.id);
  });

  for (const [words, errorCode, details, ending, tells] of [
    [
      'key 1 has been destroyed',
      'KEY_ROTATED',
      { seq: 2, counted: true },
      '.charged',
      '7 passes were paid for and never came: key 1',
    ],
    ['key 2 signs these values; nothing was counted', 'KEY_ROTATED', { seq: 2 }, '', null],
    [
      '7 passes were to be signed, and 0 are left of the invoice',
      'QUOTA_EXCEEDED',
      { remaining: 0 },
      '.charged',
      '7 passes never came, and nothing is left',
    ],
    [
      '7 passes were to be signed, and 6 are left of the invoice',
      'QUOTA_EXCEEDED',
      { remaining: 6 },
      '',
      null,
    ],
  ] as const)
    it(`${ending === '' ? 'forgets' : 'keeps'} a claim that was cut off if the service says: ${words}`, async () => {
      const invoice = await paidInvoice();
      const draft = await draftClaim(client(), invoice, 7);
      const service = createServer((request, response) => {
        const status = request.url === '/api/plus/claim' ? 409 : 200;
        const body = { error: words, errorCode, retryable: false, details };
        const read = {
          state: 'paid',
          id: invoice,
          amount: '1',
          received: '1',
          remaining: 0,
          issued: 7,
        };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(status === 409 ? body : read));
      });
      service.listen(0, '127.0.0.1');
      await once(service, 'listening');
      const { port } = service.address() as AddressInfo; // CAST: it listens on TCP.
      // A system may give the port of one that has closed again, and with it the same purse.
      const passes = await mkdtemp(join(folder, 'cut-off-'));
      const place = join(passes, `127.0.0.1_${port}`);
      await mkdir(place);
      await writeFile(join(place, 'cut-off.draft'), JSON.stringify(draft), { mode: 0o600 });

      const ran = await runInterline(
        ['passes', 'buy', '--invoice', invoice, '--url', `http://127.0.0.1:${port}`],
        { env: { INTERLINE_PASSES: passes } },
      );
      const kept = (await readdir(place)).filter((name) => name.startsWith('cut-off'));
      service.close();

      expect([ran.code, kept]).to.deep.equal([0, ending === '' ? [] : [`cut-off.draft${ending}`]]);
      if (tells === null) expect(ran.out).not.to.include('lost');
      else expect(ran.out).to.include(`of ${invoice} ${tells}`);
    });

  it('lists what can be paid in if no asset is named', async () => {
    const { code, err } = await run('buy');

    expect(code).not.to.equal(0);
    expect(err).to.include(
      '--asset is missing; this service takes eth-42161, eth-8453, usdc-8453, usdc-42161',
    );
  });

  it('is a call of the client for programs, which gives the draft away before it claims', async () => {
    const invoice = await paidInvoice();
    const kept: string[] = [];
    const { passes, issued } = await claimPasses(client(), invoice, 3, {
      keep: (draft) => void kept.push(JSON.stringify(draft)),
    });
    const again = await claimDrafted(client(), JSON.parse(kept[0] ?? '') as never); // CAST: as it was kept.

    expect([passes.length, issued, kept.length]).to.deep.equal([3, 3, 1]);
    expect(again.passes).to.deep.equal(passes);
    expect(again.issued).to.equal(3);
  });
});

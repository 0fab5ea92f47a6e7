import { textField } from '@interline/cli';
import { createClient, routesOfWallet } from '@interline/client';
import { privateFetch } from '@interline/client/private';
import { expect } from 'chai';
import { privateKeyToAccount } from 'viem/accounts';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress, freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';

const lane = { from: 8453, to: 42161 };

describe('the routes of a wallet', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [lane.from, lane.to] });
  });
  after(() => harness.stop());

  it('are shown to a payer who lost their ids, newest first, a page at a time, without the routes of other wallets', async () => {
    const payer = await freshPayer(harness, lane.from, 3_000_000n);
    const other = await freshPayer(harness, lane.from, 1_000_000n);
    const ids: string[] = [];
    for (const one of [payer, other, payer, payer]) {
      const { receipt } = await send(harness, one, { ...lane, units: 1_000_000n });
      const id = textField(receipt, 'id');
      await endOfRoute(harness.client, id);
      if (one === payer) ids.unshift(id);
    }
    const client = createClient({ baseUrl: harness.url });

    const first = await routesOfWallet(client, payer.wallet, { limit: 2 });
    const second = await routesOfWallet(client, payer.wallet, {
      limit: 2,
      ...(first.next === null ? {} : { after: first.next }),
    });
    const stranger = await routesOfWallet(client, freshWallet());

    expect([...first.routes, ...second.routes].map(({ id }) => id)).to.deep.equal(ids);
    expect([first.count, second.count, second.next]).to.deep.equal([2, 1, null]);
    expect(first.routes[0]).to.include({ status: 'DONE', stage: 'DELIVERED' });
    expect(Object.keys(first.routes[0] ?? {})).to.have.members([
      'id',
      'status',
      'stage',
      'acceptedAt',
    ]);
    expect([first.wallet, stranger.routes]).to.deep.equal([payer.address.toLowerCase(), []]);
  });

  it('are listed by the command line with the key alone', async () => {
    const payer = await freshPayer(harness, lane.from, 1_000_000n);
    const { receipt } = await send(harness, payer, { ...lane, units: 1_000_000n });

    const { code, out } = await runInterline(
      ['routes', 'ls', '--wallet', '--json', '--url', harness.url],
      { env: { INTERLINE_KEY: payer.wallet.privateKey } },
    );

    const { routes } = JSON.parse(out) as { routes: { id: string }[] }; // CAST: as documented.
    expect(code).to.equal(0);
    expect(routes.map(({ id }) => id)).to.deep.equal([textField(receipt, 'id')]);
  });

  it('are shown for what any wallet signs as a personal message, and refused for what another signed', async () => {
    const own = freshWallet();
    const thief = privateKeyToAccount(freshWallet().privateKey as `0x${string}`); // CAST: hex.
    const { message } = await ask(harness, own.address);

    const byViem = await privateKeyToAccount(own.privateKey as `0x${string}`).signMessage({
      message,
    }); // CAST: hex.
    const answers = [
      await show(harness, { message, signature: byViem }),
      await show(harness, { message, signature: await thief.signMessage({ message }) }),
      await show(harness, { message: `${message} `, signature: byViem }),
      await show(harness, { message, signature: byViem, chain: 8453 }),
      await show(harness, { message, signature: byViem, after: 'rt_1' }),
    ];

    expect(answers.map(({ status, body }) => [status, body['errorCode']])).to.deep.equal([
      [200, undefined],
      [401, 'WALLET_SIGNATURE_INVALID'],
      [401, 'WALLET_TEXT_INVALID'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ]);
  });

  it('of a contract are shown if its code takes the signature, and only with the chain', async () => {
    const account = freshAddress();
    await chainRpc(harness.devnet, lane.from, 'anvil_setCode', [account, burner(1)]);
    const { message } = await ask(harness, account);
    const signature = `0x${'12'.repeat(65)}`;

    const answers = [
      await show(harness, { message, signature, chainId: lane.from }),
      await show(harness, { message, signature, chainId: lane.to }),
      await show(harness, { message, signature }),
    ];

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 401, 401]);
  });

  it('are nothing that the private lane serves, nor what a pass pays for', async () => {
    const inLane = await privateFetch({ baseUrl: harness.url })(
      `${harness.url}/api/route/by-wallet?wallet=${freshAddress()}`,
      {},
    );
    const paid = await fetch(`${harness.url}/api/route/by-wallet?wallet=${freshAddress()}`, {
      headers: { 'x-svc-pass': 'AAAA' },
    });

    expect([inLane.status, paid.status]).to.deep.equal([403, 400]);
  });

  it('are asked for by a text that a client checks before its wallet signs it', async () => {
    const wallet = freshWallet();
    const signed: string[] = [];
    const client = {
      call: async () => ({ message: 'I owe you everything', expiresAt: 0, note: '' }),
    };
    const refusal = await routesOfWallet(
      client as never, // CAST: a service that cheats.
      {
        getAddress: async () => wallet.address,
        async signMessage(text: string) {
          signed.push(text);
          return wallet.signMessage(text);
        },
      },
    ).catch(String);

    expect([refusal, signed]).to.deep.equal([
      'TypeError: the service asks the wallet to sign another text than one for its routes',
      [],
    ]);
  });
});

async function ask({ url }: Harness, wallet: string): Promise<{ readonly message: string }> {
  const answer = await fetch(`${url}/api/route/by-wallet?wallet=${wallet}`);
  return (await answer.json()) as { readonly message: string }; // CAST: as documented.
}

async function show(
  { url }: Harness,
  body: object,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await fetch(`${url}/api/route/by-wallet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Readonly<Record<string, unknown>>, // CAST: a JSON object.
  };
}

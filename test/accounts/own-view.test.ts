import { textField } from '@interline/cli';
import { endpoints } from '@interline/http';
import { parts } from '@interline/server';
import { expect } from 'chai';
import fc from 'fast-check';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { type AccountEvent, askAs, followUntil, type Told } from './ask-as.ts';
import { type SignedIn, signIn } from './sign-in.ts';

const base = 8453;
const arbitrum = 42161;

describe('an account', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [base, arbitrum] });
  });
  after(() => harness.stop());

  const ask = (session: SignedIn, path: string): Promise<Told> =>
    askAs(harness.url, session.token, 'GET', path);
  const sent = async (payer: Payer, recipient: string, units = 1_000_000n): Promise<string> => {
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units, recipient });
    return textField(receipt, 'id');
  };

  it('shows a payer its route and every step of it in order, and the recipient nothing', async () => {
    const payer = await freshPayer(harness, base, 5_000_000n);
    const recipient = freshWallet();
    const [payers, recipients] = [
      await signIn(harness.url, payer.wallet),
      await signIn(harness.url, recipient),
    ];
    const following = followUntil(harness.url, payers.token, 'route.done');

    const id = await sent(payer, recipient.address, 5_000_000n);
    const streamed = await following;
    await endOfRoute(harness.client, id);
    const sheet = await ask(payers, '/api/account');
    const routes = await ask(payers, '/api/account/routes');
    const listed = await ask(payers, '/api/account/events');
    const again = await followUntil(harness.url, payers.token, 'route.done', '1');

    expect(sheet.body).to.deep.include({
      address: payer.address,
      chainId: base,
      open: 0,
      done: 1,
      failed: 0,
      owed: [],
      limits: { hooks: { most: 10, used: 0 } },
      membership: { member: false, used: 0, left: 0 },
      agents: 0,
      mandates: 0,
    });
    // CAST: as documented.
    const [route] = routes.body['items'] as { id: string; from: { address: string } }[];
    expect([route?.id, route?.from.address, routes.body['next']]).to.deep.equal([
      id,
      payer.address,
      null,
    ]);
    expect(streamed.at(0)).to.deep.include({ event: 'route.accepted', seq: 1 });
    expect(streamed.at(-1)?.data).to.deep.include({ routeId: id, status: 'DONE' });
    expect(streamed.map(({ seq }) => seq)).to.deep.equal(streamed.map((_, at) => at + 1));
    expect(listed.body['items']).to.deep.equal(streamed);
    expect(again).to.deep.equal(streamed.slice(1));
    for (const path of ['routes', 'refunds', 'events'])
      expect((await ask(recipients, `/api/account/${path}`)).body['items'], path).to.deep.equal([]);
    expect((await ask(recipients, '/api/account')).body).to.deep.include({ open: 0, done: 0 });
  });

  it('lists a refund as a separate row while it is held and after it is sent', async () => {
    const payer = await freshPayer(harness, base, 2_000_000n);
    const session = await signIn(harness.url, payer.wallet);
    const float = harness.container.get(parts.evm).evmAccounts.float;
    await stopMining(harness.devnet, base);
    const id = await sent(payer, payer.address, 2_000_000n);
    await setBlacklisted(harness.devnet, arbitrum, payer.address, true);
    await mine(harness.devnet, base);
    await setBlacklisted(harness.devnet, base, float, true);
    await resumeMining(harness.devnet, base);
    const held = await until('a refund that is held', async () => {
      const told = await ask(session, '/api/account/refunds');
      return (told.body['items'] as unknown[]).length > 0 && told; // CAST: as documented.
    });
    const owed = (await ask(session, '/api/account')).body['owed'];

    await setBlacklisted(harness.devnet, base, float, false);
    const end = await endOfRoute(harness.client, id);
    const back = await ask(session, '/api/account/refunds');
    const events = (await ask(session, '/api/account/events')).body['items'] as AccountEvent[]; // CAST: as documented.

    const usdc = harness.devnet.chains
      .find(({ chainId }) => chainId === base)
      ?.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
    const row = { routeId: id, chainId: base, token: usdc, amount: '2000000' };
    expect(held.body['items']).to.deep.equal([
      { ...row, state: 'held', refundTx: null, heldReason: 'refused' },
    ]);
    expect(owed).to.deep.equal([{ routeId: id, chainId: base, token: usdc, amount: '2000000' }]);
    expect(back.body['items']).to.deep.equal([
      { ...row, state: 'sent', refundTx: end['refundTx'], heldReason: null },
    ]);
    expect(events.map(({ event }) => event)).to.include('route.refund_held');
    expect(events.slice(-2).map(({ event }) => event)).to.deep.equal([
      'route.refunded',
      'route.failed',
    ]);
    expect(events.at(-2)?.data).to.deep.include({
      chain: base,
      amount: '2000000',
      refundTx: end['refundTx'],
    });
  });

  it('is exported whole, a line a route, as CSV and as NDJSON', async () => {
    const payer = await freshPayer(harness, base, 3_000_000n);
    const session = await signIn(harness.url, payer.wallet);
    const ids = [await sent(payer, payer.address), await sent(payer, payer.address)];
    for (const id of ids) await endOfRoute(harness.client, id);

    const csv = await ask(session, '/api/account/export?format=csv');
    const ndjson = await ask(session, '/api/account/export?format=ndjson');
    const none = await ask(session, '/api/account/export?format=csv&until=1');

    const lines = csv.text.split('\r\n');
    expect(lines[0])
      .to.match(/^id,acceptedAt,status,stage,fromChain,/)
      .and.to.match(/,fromDecimals,toDecimals$/);
    expect(lines[1]).to.match(/,6,6$/);
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).to.deep.equal(ids.toReversed());
    expect(lines.at(-1)).to.equal('');
    expect(
      ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id), // CAST: receipts.
    ).to.deep.equal(ids.toReversed());
    expect(none.text.split('\r\n')).to.have.length(2);
  });

  it('is paged by the place of the last route, and chosen from by status and time', async () => {
    const payer = await freshPayer(harness, base, 3_000_000n);
    const session = await signIn(harness.url, payer.wallet);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await sent(payer, payer.address));
    for (const id of ids) await endOfRoute(harness.client, id);
    // CASTS: as documented.
    const idsOf = ({ body }: Told): readonly string[] =>
      (body['items'] as { id: string }[]).map(({ id }) => id);

    const first = await ask(session, '/api/account/routes?limit=2');
    const next = String(first.body['next']);
    const second = await ask(session, `/api/account/routes?limit=2&next=${next}`);

    expect([idsOf(first), idsOf(second), second.body['next']]).to.deep.equal([
      ids.slice(0, 2),
      ids.slice(2),
      null,
    ]);
    expect(idsOf(await ask(session, '/api/account/routes?status=FAILED'))).to.deep.equal([]);
    expect(idsOf(await ask(session, '/api/account/routes?status=DONE'))).to.deep.equal(ids);
    expect(idsOf(await ask(session, `/api/account/routes?since=${Date.now()}`))).to.deep.equal([]);
  });

  it('answers only for a session with the scope, and not for an operator', async () => {
    const hooksOnly = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const codeOf = async (token: string): Promise<unknown> =>
      (await askAs(harness.url, token, 'GET', '/api/account')).body['errorCode'];

    expect(await codeOf(hooksOnly.token)).to.equal('SCOPE_MISSING');
    expect(await codeOf(harness.operatorToken)).to.equal('SESSION_EXPIRED');
    expect(await codeOf(`sess_${'0'.repeat(64)}`)).to.equal('SESSION_EXPIRED');
  });

  it('never has a row of another account, whatever is asked', async () => {
    const payer = await freshPayer(harness, base, 3_000_000n);
    const scopes = ['account.read', 'hooks'];
    const owner = await signIn(harness.url, payer.wallet, { scopes });
    const stranger = await signIn(harness.url, freshWallet(), { scopes });
    const routeIds = [await sent(payer, payer.address), await sent(payer, payer.address)];
    for (const id of routeIds) await endOfRoute(harness.client, id);
    const page = await ask(owner, '/api/account/routes?limit=1');
    const hook = await askAs(harness.url, owner.token, 'POST', '/api/account/hooks', {
      url: 'https://shop.example/interline',
      events: ['hook.test'],
    });
    const hookId = String(hook.body['id']);
    const theirs = [payer.address, payer.address.toLowerCase(), ...routeIds, hookId];
    const reading = endpoints.filter(
      ({ method, session }) => method === 'GET' && session !== undefined,
    );
    const query = fc.record(
      {
        status: fc.constantFrom('DONE', 'FAILED', 'BRIDGING'),
        since: fc.constantFrom('0', '2020-01-01', String(Date.now())),
        until: fc.constantFrom('1', '2999-01-01'),
        limit: fc.integer({ min: 1, max: 100 }).map(String),
        next: fc.constantFrom(String(page.body['next']), 'AAAA'),
        after: fc.integer({ min: 0, max: 9 }).map(String),
        wallet: fc.constantFrom(...theirs),
        address: fc.constantFrom(...theirs),
        format: fc.constantFrom('csv', 'ndjson'),
      },
      { requiredKeys: ['format'] },
    );

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reading),
        query,
        fc.constantFrom(...theirs),
        async ({ path }, asked, id) => {
          const target = path.replaceAll(/\{\w+\}/g, id);
          const told = await ask(stranger, `${target}?${new URLSearchParams(asked).toString()}`);
          for (const text of theirs) expect(told.text.includes(text), target).to.equal(false);
        },
      ),
      { numRuns: 200 },
    );
    expect((await ask(owner, '/api/account/routes')).text).to.include(routeIds[0]);
  });

  it('is not shown by any endpoint to a caller who only knows the wallet, signed in or not', async () => {
    const payer = await freshPayer(harness, base, 5_000_000n);
    await signIn(harness.url, payer.wallet);
    const stranger = await signIn(harness.url, freshWallet(), {
      scopes: ['account.read', 'hooks'],
    });
    const id = await sent(payer, freshWallet().address);
    const { srcTx, destTx } = await endOfRoute(harness.client, id);
    const known = payer.address;
    const rows = endpoints.filter(
      ({ method, isOperators, path }) =>
        method === 'GET' && !isOperators && !path.includes('stream') && !path.includes('/events'),
    );

    const shown: string[] = [];
    for (const { path, example } of rows)
      for (const token of [stranger.token, '']) {
        const named = Object.entries(example ?? {}).map(([name, value]): [string, string] => [
          name,
          /address|wallet|owner|payer|account/i.test(name) ? known : String(value),
        ]);
        const asked = new URLSearchParams([...named, ['wallet', known], ['address', known]]);
        const target = `${path.replaceAll(/\{\w+\}/g, known)}?${asked.toString()}`;
        const { text } = await askAs(harness.url, token, 'GET', target);
        if ([id, String(srcTx), String(destTx)].some((secret) => text.includes(secret)))
          shown.push(path);
      }

    expect(rows.length).to.be.above(40);
    expect(shown).to.deep.equal([]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { allowLoopbackHooks, type HookEndpoint, hookEndpoint } from '../support/hook-endpoint.ts';
import { freshPayer, send } from '../support/payer.ts';
import { interruptInterline, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('interline listen', () => {
  let harness: Harness;
  let receiver: HookEndpoint;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161], rebind: allowLoopbackHooks });
  });
  after(() => harness.stop());
  beforeEach(async () => {
    receiver = await hookEndpoint();
  });
  afterEach(() => receiver.close());

  it('verifies the webhook of a route, and passes it on so that the receiver can verify it too', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    const id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);

    const { out, err } = await interruptInterline(
      ['listen', id, '--port', '0', '--forward-to', `${receiver.url}/hooks`, '--secret', secret],
      { env: { INTERLINE_URL: harness.url } },
      /taken with 204/,
    );

    const [told] = receiver.requests;
    if (told === undefined) expect.fail(`nothing was passed on: ${out}${err}`);
    const event = new Webhook(secret).verify(told.body, {
      'webhook-id': String(told.headers['webhook-id']),
      'webhook-timestamp': String(told.headers['webhook-timestamp']),
      'webhook-signature': String(told.headers['webhook-signature']),
    });
    expect([told.path, receiver.requests.length]).to.deep.equal(['/hooks', 1]);
    expect(event).to.deep.include({ event: 'route.done', routeId: id, status: 'DONE' });
    expect(out).to.contain(`route.done ${id} (${told.id})`);
  });

  it('shows the end of each route that is sent from this machine meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interline-listen-'));
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { port } = receiver;
    await receiver.close();
    const env = {
      INTERLINE_URL: harness.url,
      INTERLINE_ROUTES: folder,
      INTERLINE_KEY: payer.wallet.privateKey,
    };
    const listening = interruptInterline(
      ['listen', '--port', String(port), '--json'],
      { env },
      /"route\.done"/,
    );
    await until('it listens', () => isListening(port), 100);

    const sent = await runInterline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '1', '--json'],
      { env },
    );
    const { out } = await listening;
    const last = out.trim().split('\n').at(-1) ?? '';

    const { id, destTx } = JSON.parse(sent.out) as { id: string; destTx: string };
    expect(JSON.parse(last)).to.deep.nested.include({
      kind: 'verified',
      'event.routeId': id,
      'event.destTx': destTx,
      forwarded: null,
    });
    receiver = await hookEndpoint();
    await rm(folder, { recursive: true });
  });

  it('says where a service elsewhere could reach it', async () => {
    const { code, err } = await runInterline(['listen', '--url', 'https://relay.example']);

    expect([code, err.trim()]).to.deep.equal([
      2,
      'error the service at https://relay.example is elsewhere and cannot reach this machine by itself; open a tunnel to --port 8790, and name its address with --public-url',
    ]);
  });
});

function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

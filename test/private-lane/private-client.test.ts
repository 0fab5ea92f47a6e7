import { privateRequests } from '@interline/adapters/ohttp';
import { type Client, createClient } from '@interline/client';
import { privateFetch } from '@interline/client/private';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';

const baseUrl = 'http://service.test/v1';
const relay = 'http://relay.test/';
const own = privateRequests(randomBytes(32));
const keys = own.createKeys(2);

/** What the gateway of a test answers: inside, or never. */
type Answer = { readonly status: number; readonly body: object } | 'lost';

const done: Answer = { status: 200, body: { ok: true } };
const outside = (serverMs: number): Answer => ({
  status: 400,
  body: {
    error: 'too far from our clock',
    errorCode: 'DATE_OUTSIDE_WINDOW',
    retryable: false,
    details: { serverDate: new Date(serverMs).toUTCString() },
  },
});

describe('a client of the private lane', () => {
  it('takes a date that it is told for the one request alone, so that it is no mark on those that follow', async () => {
    const tagMs = Date.now() + 47_000;
    const { client, seen } = lane([outside(tagMs), done, done, done]);
    for (let n = 0; n < 3; n += 1) await status(client);
    const dates = seen.map(({ dateMs }) => dateMs);

    expect(dates[1]).to.equal(Math.floor(tagMs / 1_000) * 1_000);
    expect([0, 2, 3].map((at) => (dates[at] ?? 1) % 30_000)).to.deep.equal([0, 0, 0]);
  });

  it('goes by no date that is far from its own clock', async () => {
    const { client, seen } = lane([outside(Date.now() + 30 * 86_400_000), done]);
    const refused = await status(client).catch(
      (error: unknown) => (error as { errorCode: unknown }).errorCode,
    ); // CAST: what the client throws.

    expect([refused, seen.length]).to.deep.equal(['DATE_OUTSIDE_WINDOW', 1]);
  });

  it('does nothing twice where the second send, with the date that it was told, is lost', async () => {
    const { client, seen } = lane([outside(Date.now()), 'lost', done]);
    const body = { bundle: 'starter', asset: 'usdc-8453' } as const;
    const lost = await client.call('POST /api/plus/invoice', { body }).catch(String);

    expect([String(lost).slice(0, 13), seen.length]).to.deep.equal(['NoAnswerError', 2]);
  });
});

async function status(client: Client): Promise<void> {
  await client.call('GET /api/status', {});
}

interface Seen {
  readonly path: string;
  readonly dateMs: number;
  /** Which relay it came through. */
  readonly through: string;
}

/** A client, and what the service saw of it: sealed, or directly. */
function lane(answers: Answer[]) {
  const seen: Seen[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url === `${baseUrl}/api/ohttp/keys`)
      return Response.json({
        keys: keys.document,
        digest: keys.digest,
        gateway: '',
        relays: [{ url: relay, region: '', operator: '', independent: true }],
        log: null,
      });
    const opened = own.open(keys, init.body as Uint8Array); // CAST: what was sealed.
    seen.push({
      path: opened?.request?.path ?? '',
      dateMs: Date.parse(opened?.request?.fields['date'] ?? ''),
      through: url,
    });
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost' || opened === null) throw new TypeError('fetch failed');
    const content = Buffer.from(JSON.stringify(answer.body));
    const fields = { 'content-type': 'application/json' };
    const sealed = opened.seal({ status: answer.status, fields, content }, 8_192);
    return new Response(Buffer.from(sealed), { headers: { 'content-type': 'message/ohttp-res' } });
  };
  const client = createClient({ baseUrl, fetch: privateFetch({ baseUrl, fetch }) });
  return { client, seen };
}

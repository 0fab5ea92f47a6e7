import { privateRequests } from '@interline/adapters/ohttp';
import { type Client, createClient, NoAnswerError } from '@interline/client';
import { type KeptLane, privateFetch } from '@interline/client/private';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';

const baseUrl = 'http://service.test/v1';
const relay = 'http://relay.test/';
const own = privateRequests(randomBytes(32));
const keys = own.createKeys(2);

/** What the gateway of a test answers: inside, in the open, or never. */
type Answer =
  | { readonly status: number; readonly body: object }
  | 'lost'
  | 'not opened'
  | 'out of reach'
  | { readonly unsealed: number };

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
  it('uses a date that it receives for that one request only, so that the date does not mark those that follow', async () => {
    const tagMs = Date.now() + 47_000;
    const { client, seen: all } = lane([outside(tagMs), done, done, done]);
    for (let n = 0; n < 3; n += 1) await status(client);
    const dates = all.slice(1).map(({ dateMs }) => dateMs);

    expect(dates[1]).to.equal(Math.floor(tagMs / 1_000) * 1_000);
    expect([0, 2, 3].map((at) => (dates[at] ?? 1) % 30_000)).to.deep.equal([0, 0, 0]);
  });

  it('goes by no date that is far from its own clock', async () => {
    const { client, seen } = lane([outside(Date.now() + 30 * 86_400_000), done]);
    const refused = await status(client).catch(
      (error: unknown) => (error as { errorCode: unknown }).errorCode,
    ); // CAST: what the client throws.

    expect([refused, seen.length]).to.deep.equal(['DATE_OUTSIDE_WINDOW', 2]);
  });

  it('does nothing twice if the second send, with the date that it received, is lost', async () => {
    const { client, seen } = lane([outside(Date.now()), 'lost', done]);
    const body = { bundle: 'starter', asset: 'usdc-8453' } as const;
    const lost = await client
      .call('POST /api/plus/invoice', { body })
      .then(() => 'answered', String);

    expect([lost.slice(0, 13), seen.length]).to.deep.equal(['NoAnswerError', 3]);
  });

  it('sends a POST once, and as one that was perhaps carried out, if the answer is that nothing was opened', async () => {
    const purse = emptyPurse();
    await status(lane([done], purse).client);
    const byKept = lane(['not opened', done], purse);
    const byRead = lane(['not opened', done]);
    const outcomes = [await cover(byKept.client), await cover(byRead.client)];

    expect(outcomes).to.deep.equal([
      [
        false,
        'the answer to a private request was lost; see what became of it before another: the service is said not to open what is sealed to its keys of this week; where it has lost them, delete what is kept of its lane',
      ],
      [
        false,
        'the answer to a private request was lost; see what became of it before another: the service is said not to open what is sealed to its keys; those of now are asked for by the next request',
      ],
    ]);
    expect([byKept, byRead].map(({ seen }) => pathsOf(seen))).to.deep.equal([
      ['/v1/api/messages/v2/plus/cover'],
      ['keys, directly', '/v1/api/messages/v2/plus/cover'],
    ]);
    expect(await cover(byRead.client)).to.equal('answered');
  });

  it('counts a request as sent even if a later send does not reach the service', async () => {
    const { client, seen } = lane([outside(Date.now()), 'out of reach', done]);
    const never = lane(['out of reach', 'out of reach', 'out of reach']);

    expect((await cover(client))[0]).to.equal(false);
    expect(pathsOf(seen)).to.have.length(3);
    expect((await cover(never.client))[0]).to.equal(true);
  });

  it('accepts no answer, and no code of a refusal, from a party between it and the service', async () => {
    const forged = await lane([{ unsealed: 200 }])
      .client.call('GET /api/status', {})
      .catch((error: unknown) => String(error).slice(0, 13));
    const refused = await lane([{ unsealed: 409 }])
      .client.call('GET /api/status', {})
      .catch((error: unknown) => [(error as { errorCode: unknown }).errorCode, String(error)]); // CAST: what the client throws.

    expect([forged, refused]).to.deep.equal([
      'NoAnswerError',
      ['', 'ServiceError: said in between'],
    ]);
  });

  it('sends a POST once, and as one that was perhaps carried out, if it is refused in between', async () => {
    const seen: string[] = [];
    for (const unsealed of [503, 429, 500]) {
      const refused = lane([{ unsealed }, done]);
      const outcome = await cover(refused.client);
      seen.push(...pathsOf(refused.seen).slice(1));

      expect(outcome).to.deep.equal([
        false,
        `the answer to a private request was lost; see what became of it before another: it was refused, unsealed, with ${unsealed}: said in between`,
      ]);
    }
    const read = lane([{ unsealed: 503 }, done]);
    await status(read.client);

    expect(seen).to.deep.equal(Array<string>(3).fill('/v1/api/messages/v2/plus/cover'));
    expect(pathsOf(read.seen)).to.have.length(3);
  });

  it('asks the service itself once a week, and goes on through the relay that it named first', async () => {
    const purse = emptyPurse();
    const seen = [];
    for (const named of [relay, 'http://for-this-caller.test/', 'http://another.test/']) {
      const command = lane([done], purse, named);
      await status(command.client);
      seen.push(...command.seen.map(({ path, through }) => [path, through]));
    }

    expect(seen).to.deep.equal([
      ['keys, directly', `${baseUrl}/api/ohttp/keys`],
      ...Array.from({ length: 3 }, () => ['/v1/api/status', relay]),
    ]);
  });

  it('says that the service itself was asked for its keys, as often as it is, and though a relay was named', async () => {
    const purse = emptyPurse();
    const said: string[] = [];
    const say = (words: string) => said.push(words);
    for (const untilMs of [null, null, Date.now() - 86_400_000]) {
      if (untilMs !== null) purse.lane = { keys: keys.document, relay, untilMs };
      await status(lane([done], purse, relay, { relay, say }).client);
    }

    expect(said).to.have.length(2);
    expect(new Set(said)).to.deep.equal(
      new Set([
        `the service at ${baseUrl} was asked itself for the keys of its private lane: it saw your address now, and not what you ask. That is so at the first use, and after more than a week without one.`,
      ]),
    );
  });

  it('asks for the keys of the next week sealed to the old ones, and uses those if it gets none', async () => {
    const purse = emptyPurse();
    const old = { keys: keys.document, relay, untilMs: Date.now() - 1 };
    purse.lane = old;
    const lost = lane(['lost', done], purse);
    await status(lost.client);
    const untouched = purse.lane;
    const next = lane([{ status: 200, body: keysThrough('http://another.test/') }, done], purse);
    await status(next.client);
    const late = { ...old, untilMs: Date.now() - 86_400_000 };
    purse.lane = late;
    const direct = lane([done], purse);
    await status(direct.client);
    const paths = [lost, next, direct].map(({ seen }) => seen.map(({ path }) => path));

    expect(untouched).to.deep.equal(old);
    expect(purse.lane).to.include({ relay });
    expect(paths).to.deep.equal([
      ['/v1/api/ohttp/keys', '/v1/api/status'],
      ['/v1/api/ohttp/keys', '/v1/api/status'],
      ['keys, directly', '/v1/api/status'],
    ]);
  });

  it('goes from then on through the relay that it names itself', async () => {
    const purse = emptyPurse();
    const mine = 'http://mine.test/';
    for (const asked of [{}, { relay: mine }, {}])
      await status(lane([done], purse, relay, asked).client);

    expect(purse.lane?.relay).to.equal(mine);
  });

  it('does not ask the service itself if that opens nothing that is sealed to the keys of this week', async () => {
    const purse = emptyPurse();
    await status(lane([done], purse).client);
    const { client, seen } = lane(['not opened', 'not opened', 'not opened'], purse);
    const error = await status(client).catch(String);

    expect([String(error).slice(0, 13), new Set(seen.map(({ path }) => path))]).to.deep.equal([
      'NoAnswerError',
      new Set(['/v1/api/status']),
    ]);
  });
});

async function status(client: Client): Promise<void> {
  await client.call('GET /api/status', {});
}

/** Whether it was surely not carried out, and what is said of that. */
async function cover(client: Client): Promise<readonly [boolean, string] | 'answered'> {
  try {
    await client.call('POST /api/messages/v2/plus/cover', { body: { pass: 'a.b' } });
    return 'answered';
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return [error.isUnsent, error.message];
  }
}

function pathsOf(seen: readonly Seen[]): readonly string[] {
  return seen.map(({ path }) => path);
}

interface Seen {
  readonly path: string;
  readonly dateMs: number;
  /** Which relay it came through. */
  readonly through: string;
}

type Purse = NonNullable<Parameters<typeof privateFetch>[0]['kept']> & { lane: KeptLane | null };

function emptyPurse(): Purse {
  return {
    lane: null,
    read() {
      return Promise.resolve(this.lane);
    },
    async write(lane) {
      this.lane = lane;
    },
  };
}

function keysThrough(url: string) {
  const relays = [{ url, region: '', operator: '', independent: true }];
  return { keys: keys.document, digest: keys.digest, gateway: '', relays, log: null };
}

/** A client, and what the service saw of it: sealed, or directly. */
function lane(
  answers: Answer[],
  kept?: Purse,
  named = relay,
  asked: { relay?: string; say?: (words: string) => void } = {},
) {
  const seen: Seen[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url === `${baseUrl}/api/ohttp/keys`) {
      seen.push({ path: 'keys, directly', dateMs: 0, through: url });
      return Response.json(keysThrough(named));
    }
    const opened = own.open(keys, init.body as Uint8Array); // CAST: what was sealed.
    seen.push({
      path: opened?.request?.path ?? '',
      dateMs: Date.parse(opened?.request?.fields['date'] ?? ''),
      through: url,
    });
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost' || opened === null) throw new TypeError('fetch failed');
    if (answer === 'out of reach')
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('refused'), { syscall: 'connect' }),
      });
    if (answer === 'not opened') return Response.json({}, { status: 422 });
    if ('unsealed' in answer)
      return Response.json(
        {
          error: 'said in between',
          errorCode: 'PASS_SPENT',
          ok: true,
          retryable: answer.unsealed !== 409,
          retryAfterMs: 1,
        },
        { status: answer.unsealed },
      );
    const content = Buffer.from(JSON.stringify(answer.body));
    const fields = { 'content-type': 'application/json' };
    const sealed = opened.seal({ status: answer.status, fields, content }, 8_192);
    return new Response(Buffer.from(sealed), { headers: { 'content-type': 'message/ohttp-res' } });
  };
  const client = createClient({
    baseUrl,
    fetch: privateFetch({ baseUrl, fetch, ...asked, ...(kept === undefined ? {} : { kept }) }),
  });
  return { client, seen };
}

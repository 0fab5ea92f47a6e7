import {
  chooseKey,
  decodeResponse,
  encodeRequest,
  type LaneKey,
  sealRequest,
} from '@interline/client/private';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { longRunning } from '../support/long-running.ts';
import { seededRandom } from '../support/seeded-random.ts';

const calls = 10_000;
/** As many come from as many addresses: the lane leaves no single one that much of a minute. */
const atOnce = 16;
const seed = Number(process.env['SEED'] ?? 20_261_124);

describe('ten thousand calls through the private lane', () => {
  let harness: Harness;
  before(async () => {
    // Enough for all of them, and little enough that some kinds run into their limits.
    harness = await startHarness({
      limitScale: 10,
      trustedProxies: ['127.0.0.1'],
      rebind: longRunning,
    });
  });
  after(() => harness.stop());

  it(`are of one length for each key, and have answers of one length, whatever was asked and answered, by seed ${seed}`, async () => {
    const random = seededRandom(seed);
    const pick = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(random() * all.length)];
      if (one === undefined) throw new Error('there is nothing to pick from');
      return one;
    };
    const document = new Uint8Array(
      await (await fetch(`${harness.url}/api/ohttp/keys`)).arrayBuffer(),
    );
    const keys = await Promise.all(configsIn(document).map(chooseKey));
    const lengths = new Map<string, Set<string>>(keys.map(({ kem }) => [kem.name, new Set()]));
    const statuses = new Map<number, number>();

    const ask = async (key: LaneKey, sender: string): Promise<void> => {
      const message = encodeRequest(randomRequest(pick, random), 16_384);
      const { bytes, open } = await sealRequest(key, message);
      const answer = await fetch(`${harness.url}/api/ohttp/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'message/ohttp-req', 'x-forwarded-for': sender },
        body: bytes,
      });
      const sealed = new Uint8Array(await answer.arrayBuffer());
      lengths.get(key.kem.name)?.add(`${bytes.length} ${answer.status} ${sealed.length}`);
      const { status } = decodeResponse(await open(sealed));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    let left = calls;
    const lane = async (sender: string): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await ask(pick(keys), sender);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, at) => lane(`203.0.113.${at + 1}`)));

    expect(Object.fromEntries([...lengths].map(([name, all]) => [name, [...all]]))).to.deep.equal({
      'MLKEM768-X25519': ['17527 200 8224'],
      X25519: ['16439 200 8224'],
    });
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).to.equal(calls);
    expect([...statuses.keys()].toSorted((a, b) => a - b)).to.include.members([200, 400, 404, 429]);
  });
});

/** Good ones, wrong ones and ones that are not served, of any length that fits. */
function randomRequest(pick: <T>(all: readonly T[]) => T, random: () => number) {
  const amount = pick(['1', '1000000', '25000000', '0', '-1', 'much', '9'.repeat(70)]);
  const lane = {
    fromChain: pick([8453, 42161, 1, 'nowhere']),
    toChain: pick([42161, 8453, 10]),
    amount,
    token: pick(['USDC', 'ETH', 'x'.repeat(Math.floor(random() * 4_000))]),
  };
  const [method, path, body] = pick<readonly [string, string, object | null]>([
    ['POST', '/api/route/quote', lane],
    ['POST', '/api/route/preflight', lane],
    ['POST', '/api/agent/do', { ...lane, fromAddress: `0x${'11'.repeat(20)}` }],
    ['GET', '/api/status', null],
    ['GET', '/api/gasless/info', null],
    ['GET', `/api/route/status?id=rt_${'0'.repeat(32)}`, null],
    ['GET', `/api/${'y'.repeat(Math.floor(random() * 2_000))}`, null],
    ['DELETE', '/api/route/quote', null],
    ['POST', '/api/keys/create', {}],
    ['POST', '/api/plus/redeem', { preparedMsg: 'AAAA', sig: amount }],
    // Counted by the day, so that it is refused however slow the machine is.
    ['POST', '/api/plus/trial', { blinded: [Buffer.alloc(256, 1).toString('base64')] }],
  ]);
  const date = random() < 0.05 ? new Date(0) : new Date();
  return {
    method,
    url: new URL(`https://service.example${path}`),
    headers: {
      date: date.toUTCString(),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: new TextEncoder().encode(body === null ? '' : JSON.stringify(body)),
  };
}

/** Each configuration as a document of its own, so that each key is used. */
function configsIn(document: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const configs: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < document.length;) {
    const length = new DataView(document.buffer).getUint16(at);
    configs.push(document.slice(at, at + 2 + length));
    at += 2 + length;
  }
  return configs;
}

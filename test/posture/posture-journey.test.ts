import { createClient, type LaneKeys, type Posture } from '@interline/client';
import { privateFetch } from '@interline/client/private';
import { type Relay, startRelay } from '@interline/relay';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Harness, startHarness } from '../support/harness.ts';

/** A service with one relay, asked again and again while that relay is broken. */
describe('the posture of a service', () => {
  let harness: Harness;
  let relay: Relay;
  let laterMs: number;
  let onion: string | null = null;
  before(async () => {
    let gateway: string | null = null;
    laterMs = 0;
    relay = await startRelay({ port: 0, host: '127.0.0.1', gateway: () => gateway, batchMs: 50 });
    harness = await startHarness({
      rebind: (container) => {
        const deployment = container.get(parts.deployment);
        const clock = container.get(parts.clock);
        const named = { region: 'eu', operator: 'somebody', independent: true };
        container.rebind(parts.deployment).toConstantValue({
          ...deployment,
          privateLane: { enabled: true, relays: [{ ...named, url: relay.url }] },
        });
        container
          .rebind(parts.clock)
          .toConstantValue({ ...clock, monotonic: () => clock.monotonic() + laterMs });
        container.rebind(parts.originProbe).toConstantValue({
          look: async () => ({ onion, autoTransport: onion !== null, encryptedDns: false }),
        });
      },
    });
    gateway = `${harness.url}/api/ohttp/gateway`;
  });
  after(async () => {
    await relay.close();
    await harness.stop();
  });

  const ask = (fetch?: ReturnType<typeof privateFetch>): Promise<Posture> => {
    laterMs += 15_000;
    return createClient({
      baseUrl: harness.url,
      ...(fetch === undefined ? {} : { fetch }),
    }).call('GET /api/privacy/posture', {});
  };

  it('says how this very request came: straight, sealed, or sealed without post-quantum keys', async () => {
    const { url: baseUrl } = harness;
    const direct = await ask();
    const sealed = await ask(privateFetch({ baseUrl }));
    const classical = await ask(privateFetch({ baseUrl, fetch: withoutHybridKey }));
    const forged = await fetch(`${baseUrl}/api/privacy/posture`, {
      headers: { 'x-lane-kem': 'MLKEM768-X25519', 'x-forwarded-for': 'the private lane' },
    }).then((answer) => answer.json() as Promise<Posture>); // CAST: likewise.

    const seen = ({ lane, transport, network }: Posture) => [
      lane.kind,
      transport.pq,
      network.clientAnonymity,
    ];
    expect([direct, sealed, classical, forged].map(seen)).to.deep.equal([
      ['direct', 'none', 'none'],
      ['ohttp', 'MLKEM768-X25519', 'relay'],
      ['ohttp', 'none', 'relay'],
      ['direct', 'none', 'none'],
    ]);
    expect(classical.recommend).to.include(
      'Seal to the MLKEM768-X25519 keys, so that what is recorded today cannot be opened by a later computer.',
    );
    expect(sealed.stillPublic).to.not.include('Your address and this request, to us.');
    expect(direct.stillPublic).to.include('Your address and this request, to us.');
  });

  it('is onion for a request whose Host is our onion address, and for no other', async () => {
    onion = 'http://interline2exampleaddress.onion';
    const own = await askAs('interline2exampleaddress.onion');
    const other = await askAs('interline3exampleaddress.onion');
    const named = await askAs('relay.example', {
      'x-forwarded-host': 'interline2exampleaddress.onion',
    });

    const seen = ({ lane, transport, network }: Posture) => [
      lane.kind,
      transport.pq,
      network.clientAnonymity,
    ];
    onion = null;
    const unseen = await askAs('interline2exampleaddress.onion');
    expect([own, other, named, unseen].map(seen)).to.deep.equal([
      ['onion', 'unknown', 'onion'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
    ]);
    expect(own.network.onion).to.equal('http://interline2exampleaddress.onion');
    expect(own.lane.detail).to.include('Any client can write that Host header');
    expect(own.stillPublic).to.not.include('Your address and this request, to us.');
  });

  /** Over a socket, for `fetch` does not let a caller name the Host. */
  const askAs = async (host: string, headers: Record<string, string> = {}): Promise<Posture> => {
    const sent = request(`${harness.url}/api/privacy/posture`, { headers: { ...headers, host } });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]; // CAST: what it emits.
    return (await json(answer)) as Posture; // CAST: the service's document says so.
  };

  it('does not reveal that a private request came', async () => {
    const before = (await ask()).features;
    await ask(privateFetch({ baseUrl: harness.url }));
    const after = (await ask()).features;

    expect(before.anonymousQuota).to.equal(20_000);
    expect(after).to.deep.equal(before);
  });

  it('shows a relay that pauses, and one that is gone, at the next probe', async () => {
    const up = await ask();
    relay.pause(true);
    const paused = await ask();
    relay.pause(false);
    const again = await ask();
    await relay.close();
    const gone = await ask();

    const seen = ({ relay: { ok, paused: isPaused, batchMs }, relayIndependent }: Posture) => [
      ok,
      isPaused,
      batchMs,
      relayIndependent,
    ];
    expect([up, paused, again, gone].map(seen)).to.deep.equal([
      [true, false, 50, true],
      [false, true, 50, false],
      [true, false, 50, true],
      [false, false, null, false],
    ]);
    expect([up.recommend[0], gone.recommend[0]]).to.deep.equal([
      'Ask through the relay, so that we do not see your address.',
      'No relay answers: use a network of your own that hides your address.',
    ]);
  });
});

/** The keys as a runtime without ML-KEM would be offered them: each stands behind its length, X25519 last. */
async function withoutHybridKey(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!url.endsWith('/api/ohttp/keys')) return answer;
  const body = (await answer.json()) as LaneKeys; // CAST: the service's document says so.
  const document = Buffer.from(body.keys, 'base64');
  const rest = document.subarray(2 + document.readUInt16BE(0));
  return Response.json({ ...body, keys: rest.toString('base64') });
}

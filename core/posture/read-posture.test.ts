import type { Route } from '../transfer/index.ts';
import { expect } from 'chai';
import type { AskedBy, Posture } from './posture.ts';
import { type PostureParts, readPosture, type SeenMint, type SeenRelay } from './read-posture.ts';
import { sources } from './sources.ts';

const direct: AskedBy = { lane: 'direct', host: 'relay.example', kem: null, isBehindProxy: false };
const sealed: AskedBy = { lane: 'ohttp', host: null, kem: 'MLKEM768-X25519', isBehindProxy: false };
const relay: SeenRelay = {
  url: 'https://relay.example',
  region: 'eu',
  operator: 'somebody',
  independent: true,
  state: 'ok',
  batchMs: 500,
  isBatching: true,
};

describe('the posture', () => {
  it('has a source for each of its fields, and no source for a missing field', async () => {
    const report = await given({})(sealed);

    const shown = { ...report, at: report.atMs, atMs: undefined };
    expect([...leavesOf(shown)].sort()).to.deep.equal(Object.keys(sources).sort());
  });

  it('distinguishes the two lanes: who sees the address, and what sealed the request', async () => {
    const read = given({});
    const seen = (report: Posture) => [
      report.lane.kind,
      report.transport.pq,
      report.network.clientAnonymity,
    ];

    expect([
      seen(await read(direct)),
      seen(await read({ ...direct, isBehindProxy: true })),
      seen(await read(sealed)),
      seen(await read({ ...sealed, kem: 'X25519' })),
    ]).to.deep.equal([
      ['direct', 'none', 'none'],
      ['direct', 'unknown', 'none'],
      ['ohttp', 'MLKEM768-X25519', 'relay'],
      ['ohttp', 'none', 'relay'],
    ]);
  });

  it('is of a request over Tor only if its Host is the onion address that was seen', async () => {
    const onion = 'http://abcdef.onion';
    const read = given({ onion, relays: [{ ...relay, independent: false, isBatching: false }] });
    const to = async (host: string | null): Promise<readonly string[]> => {
      const { lane, transport, network } = await read({ ...direct, host });
      return [lane.kind, transport.pq, network.clientAnonymity];
    };

    expect([
      await to('abcdef.onion'),
      await to('ABCDEF.onion'),
      await to('abcdeg.onion'),
      await to('abcdef.onion:81'),
      await to('www.abcdef.onion'),
      await to('relay.example'),
      await to(null),
    ]).to.deep.equal([
      ['onion', 'unknown', 'onion'],
      ['onion', 'unknown', 'onion'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
      ['direct', 'none', 'none'],
    ]);
    const unseen = await given({ onion: null })({ ...direct, host: 'abcdef.onion' });
    const inLane = await read({ ...sealed, host: 'abcdef.onion' });
    expect([unseen.lane.kind, inLane.lane.kind]).to.deep.equal(['direct', 'ohttp']);
  });

  it("reports that a Tor request's Host proves nothing, and advises no relay", async () => {
    const report = await given({
      onion: 'http://abcdef.onion',
      relays: [{ ...relay, independent: false, isBatching: false }],
    })({ ...direct, host: 'abcdef.onion' });

    expect(report.lane).to.deep.equal({
      kind: 'onion',
      detail:
        'This request was addressed to our onion address: over Tor we see no address of yours. Any client can write that Host header, and then we see the address that it came from.',
      fix: '',
    });
    expect(report.stillPublic).to.deep.equal([
      'Amounts, addresses and times of every transfer, on its chains.',
      'Which of our accounts pulled and paid, and so that it was we who carried it.',
      'That an address took trial passes, to us, until the day ends.',
      'Transactions of ours before they are mined, in public mempools.',
    ]);
    expect(report.recommend).to.deep.equal([
      'Pay for requests with passes, so that no limit is counted to an address.',
    ]);
  });

  it('reports in the lane that the first look at its keys was not private', async () => {
    const read = given({});
    const keysAreAsked =
      'Your address at your first use of the private lane, and after more than a week without one, to us: its keys are asked of us directly then.';

    expect((await read(sealed)).stillPublic).to.include(keysAreAsked);
    expect((await read(direct)).stillPublic).to.not.include(keysAreAsked);
  });

  it('directs a direct request to the onion address if no relay answers', async () => {
    const { lane, recommend } = await given({ onion: 'http://abcdef.onion', relays: [] })(direct);

    expect([lane.fix, recommend[0]]).to.deep.equal([
      'There is no relay that answers now; ask http://abcdef.onion over Tor.',
      'No relay answers: ask http://abcdef.onion over Tor, so that we do not see your address.',
    ]);
  });

  it('shows the relay that answers, and reports if none does or none is independent', async () => {
    const down: SeenRelay = { ...relay, url: 'https://down.example', state: 'down' };
    const ours: SeenRelay = { ...relay, independent: false, isBatching: false };
    const seen = ({ relay: { url, ok, paused, batching }, relayIndependent, relays }: Posture) => [
      url,
      ok,
      paused,
      batching,
      relayIndependent,
      relays.length,
    ];

    expect([
      seen(await given({ relays: [down, relay] })(direct)),
      seen(await given({ relays: [down] })(direct)),
      seen(await given({ relays: [ours] })(direct)),
      seen(await given({ relays: [{ ...relay, state: 'paused' }] })(direct)),
      seen(await given({ relays: [] })(direct)),
    ]).to.deep.equal([
      ['https://relay.example', true, false, true, true, 2],
      ['https://down.example', false, false, true, false, 1],
      ['https://relay.example', true, false, false, false, 1],
      ['https://relay.example', false, true, true, false, 1],
      [null, false, false, false, false, 0],
    ]);
  });

  it('reports post-quantum keys as enforced only if no others are offered', async () => {
    const enforced = async (...kems: readonly string[]): Promise<boolean> =>
      (await given({ kems })(direct)).transport.pqEnforced;

    expect([
      await enforced('MLKEM768-X25519', 'X25519'),
      await enforced('MLKEM768-X25519'),
      await enforced('X25519'),
      await enforced(),
    ]).to.deep.equal([false, true, false, false]);
  });

  it('counts how many of the last live routes were paid from the float', async () => {
    const route = (kind: string, isSimulated = false): Partial<Route> =>
      ({
        isSimulated,
        plan: { steps: [{ kind: 'reserve' }, { kind }] },
      }) as unknown as Partial<Route>; // CAST: the counted fields.

    expect([
      (await given({ routes: [] })(direct)).chain.paidFromFloatPct,
      (
        await given({
          routes: [route('payout'), route('call'), route('payout'), route('call', true)],
        })(direct)
      ).chain.paidFromFloatPct,
    ]).to.deep.equal([null, 67]);
  });

  it('shows how many routes the last payout transaction paid, and whether DNS can hide the name', async () => {
    const seen = ({ features, network, stillPublic }: Posture) => [
      features.nettingSet,
      network.encryptedDns,
      stillPublic.filter((one) => one.startsWith('The name of this service')),
    ];

    expect([
      seen(await given({ paidAtOnce: 7, encryptedDns: true })(direct)),
      seen(await given({})(direct)),
    ]).to.deep.equal([
      [7, true, ['The name of this service, to your DNS resolver.']],
      [
        0,
        false,
        ['The name of this service, to your DNS resolver and to observers of your connection.'],
      ],
    ]);
  });

  it('advises against passes of a mint without cosignatures or without witnesses', async () => {
    const of = async (watched: SeenMint['watched']): Promise<readonly unknown[]> => {
      const { features, recommend } = await given({ mint: mintOf(watched) })(sealed);
      return [features.plus, ...recommend];
    };

    expect([await of('stale'), await of('unwitnessed')]).to.deep.equal([
      [
        false,
        'Take no passes now: the witnesses of their mint have not cosigned its log for a week.',
      ],
      [
        true,
        'No witness watches the mint of passes: compare what "interline mint audit" finds with what others find, before you use any.',
      ],
    ]);
  });

  it('advises against a private lane whose log has lost keys', async () => {
    const { recommend } = await given({ hasLostLaneKeys: true })(sealed);

    expect(recommend[0]).to.equal(
      'Seal nothing now: the log of the private lane has lost keys that its witnesses remember, and clients that look in it refuse those that it shows.',
    );
  });

  it('recommends what is missing, and nothing if nothing is missing', async () => {
    const all = await given({})(sealed);
    const least = await given({
      relays: [],
      mint: { ...mintOf('unwitnessed'), isSigning: false },
      coverRows: null,
    })(direct);

    expect(all.recommend).to.deep.equal([
      'Pay for requests with passes, so that no limit is counted to an address.',
    ]);
    expect(least.recommend).to.deep.equal([
      'No relay answers: use a network of your own that hides your address.',
    ]);
    expect(least.features).to.include({ plus: false, messagingV2: false, coverRowsPerDay: 0 });
    expect(least.stillPublic).to.include('Your address and this request, to us.');
    expect(all.stillPublic).to.not.include('Your address and this request, to us.');
  });
});

interface Given {
  readonly relays?: readonly SeenRelay[];
  readonly kems?: readonly string[];
  readonly routes?: readonly Partial<Route>[];
  readonly mint?: SeenMint;
  readonly hasLostLaneKeys?: boolean;
  readonly coverRows?: number | null;
  readonly paidAtOnce?: number;
  readonly encryptedDns?: boolean;
  readonly onion?: string | null;
}

function mintOf(watched: SeenMint['watched']): SeenMint {
  return { isSigning: true, watched, witnesses: { named: 3, cosigning: 3 }, quorum: 2 };
}

function given({
  relays = [relay],
  kems = ['MLKEM768-X25519', 'X25519'],
  routes = [],
  mint = mintOf('cosigned'),
  hasLostLaneKeys = false,
  coverRows = 48,
  paidAtOnce = 0,
  encryptedDns = false,
  onion = null,
}: Given) {
  const parts: PostureParts = {
    // CAST: the counted fields of a route.
    reads: {
      transfers: { recentRoutes: async () => routes as readonly Route[] },
      transactions: { routesPaidAtOnce: async () => paidAtOnce },
    },
    clock: { now: () => 1_800_000_000_000 },
    sizes: { requestBytes: 16_384, responseUnitBytes: 8_192 },
    seen: {
      relays: async () => relays,
      origin: async () => ({ onion, autoTransport: onion !== null, encryptedDns }),
      kems: async () => kems,
      mint: async () => mint,
      coverRowsYesterday: async () => coverRows,
      hasLostLaneKeys: async () => hasLostLaneKeys,
      laneQuotaLeft: () => 19_999,
    },
  };
  return readPosture(parts);
}

/** Paths of all reported fields; for a list, those of its first member. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return typeof first === 'object' ? leavesOf(first, path) : [path];
  }
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

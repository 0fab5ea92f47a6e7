import type { Clock } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import type { TransferReads } from '../transfer/index.ts';
import type { AskedBy, Posture, RelayView } from './posture.ts';

/** A relay as the private lane's probe saw it. */
export interface SeenRelay {
  readonly url: string;
  readonly region: string;
  readonly operator: string;
  readonly independent: boolean;
  readonly state: 'ok' | 'paused' | 'down';
  readonly batchMs: number | null;
  readonly isBatching: boolean;
}

/** The service's own public address as seen from outside. */
export interface SeenOrigin {
  readonly onion: string | null;
  readonly autoTransport: boolean;
  readonly encryptedDns: boolean;
}

/** The mint of passes, and whether its witnesses cosigned its log within a week. */
export interface SeenMint {
  readonly isSigning: boolean;
  readonly watched: 'cosigned' | 'unwitnessed' | 'stale';
  /** How many cosigned it at the last look. */
  readonly witnesses: { readonly named: number; readonly cosigning: number };
  /** How many must cosign its next key. */
  readonly quorum: number;
}

export interface PostureParts {
  readonly reads: {
    readonly transfers: Pick<TransferReads, 'recentRoutes'>;
    readonly transactions: Pick<TransactionReads, 'routesPaidAtOnce'>;
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly sizes: { readonly requestBytes: number; readonly responseUnitBytes: number };
  /** Probes and counters; each rejects only with `STORE_DOWN`. */
  readonly seen: {
    relays(): Promise<readonly SeenRelay[]>;
    origin(): Promise<SeenOrigin>;
    /** The key agreements in the key document, in order of preference. */
    kems(): Promise<readonly string[]>;
    mint(): Promise<SeenMint>;
    /** Null without messages. */
    coverRowsYesterday(): Promise<number | null>;
    laneQuotaLeft(): number;
    /** Whether the log of the lane's keys has lost leaves, so that clients refuse the keys. */
    hasLostLaneKeys(): Promise<boolean>;
  };
}

/**
 * The current privacy of a client's actions here, from recent observations. Throws `STORE_DOWN`.
 */
export type ReadPosture = (asked: AskedBy) => Promise<Posture>;

const pqKem = 'MLKEM768-X25519';

export function readPosture({ reads, clock, sizes, seen }: PostureParts): ReadPosture {
  return async (asked) => {
    const [relays, origin, kems, mint, hasLostLaneKeys, coverRows, paidFromFloatPct, nettingSet] =
      await Promise.all([
        seen.relays(),
        seen.origin(),
        seen.kems(),
        seen.mint(),
        seen.hasLostLaneKeys(),
        seen.coverRowsYesterday(),
        paidFromFloat(reads),
        reads.transactions.routesPaidAtOnce(),
      ]);
    const views = relays.map(viewOf);
    const best = relays.find(({ state }) => state === 'ok') ?? relays[0];
    const kind = kindOf(asked, origin);
    const facts = {
      lane: laneOf(kind, best, origin),
      transport: {
        pq: pqOf(kind, asked),
        pqEnforced: kems.length > 0 && kems.every((kem) => kem === pqKem),
        requestFloorBytes: sizes.requestBytes,
        responseFloorBytes: sizes.responseUnitBytes,
        note: `In the private lane every request is ${sizes.requestBytes} bytes and every answer a multiple of ${sizes.responseUnitBytes}; answers longer than that show how many multiples they are.`,
      },
      relay: {
        url: best?.url ?? null,
        ok: best?.state === 'ok',
        batchMs: best?.batchMs ?? null,
        paused: best?.state === 'paused',
        batching: best?.isBatching ?? false,
      },
      relays: views,
      relayIndependent: views.some(({ ok, independent }) => ok && independent),
      network: {
        ...origin,
        clientAnonymity: anonymityOf[kind],
      },
      features: {
        messagingV2: coverRows !== null,
        messagingV1: false as const,
        plus: mint.isSigning && mint.watched !== 'stale',
        nettingSet,
        coverRowsPerDay: coverRows ?? 0,
        privateSubmit: false,
        anonymousQuota: seen.laneQuotaLeft(),
      },
    };
    return {
      version: 'svc-posture/1',
      atMs: clock.now(),
      ...facts,
      chain: {
        amounts: 'public',
        addresses: 'public',
        paidFromFloatPct,
        note: 'Any reader of the chains sees who was paid, how much and when. Out of the float the payment does not name its payer, but amount and time may.',
      },
      stillPublic: stillPublic(facts),
      recommend: recommendationsFor(facts, { mint, hasLostLaneKeys }),
    };
  };
}

type Facts = Pick<
  Posture,
  'lane' | 'transport' | 'relay' | 'relayIndependent' | 'network' | 'features'
>;

function viewOf({ state, url, region, operator, independent, batchMs }: SeenRelay): RelayView {
  const seen = { ok: state === 'ok', batchMs, paused: state === 'paused' };
  return { url, region, operator, independent, ...seen };
}

type LaneKind = Posture['lane']['kind'];

const anonymityOf = {
  direct: 'none',
  ohttp: 'relay',
  onion: 'onion',
} as const satisfies Record<LaneKind, Posture['network']['clientAnonymity']>;

/** A direct request counts as one over Tor if it names exactly the onion address that was seen. */
function kindOf({ lane, host }: AskedBy, { onion }: SeenOrigin): LaneKind {
  const isToOnion = onion !== null && host?.toLowerCase() === onion.replace(/^https?:\/\//, '');
  return lane === 'direct' && isToOnion ? 'onion' : lane;
}

function laneOf(
  kind: LaneKind,
  relay: SeenRelay | undefined,
  { onion }: SeenOrigin,
): Posture['lane'] {
  switch (kind) {
    case 'ohttp':
      return {
        kind,
        detail:
          'This request came sealed: the address that we see is of who passed it on, and yours only where you sent it here yourself.',
        fix: '',
      };
    case 'onion':
      return {
        kind,
        detail:
          'This request was addressed to our onion address: over Tor we see no address of yours. Any client can write that Host header, and then we see the address that it came from.',
        fix: '',
      };
    case 'direct':
      return {
        kind,
        detail: 'This request came straight to us: we see the address that it came from.',
        fix: fixOf(relay, onion),
      };
  }
}

function fixOf(relay: SeenRelay | undefined, onion: string | null): string {
  if (relay?.state === 'ok')
    return `Seal requests with the keys of GET /api/ohttp/keys and send them to ${relay.url}; "interline quote --private" does.`;
  return onion === null
    ? 'There is no relay that answers now; hide your address by means of your own.'
    : `There is no relay that answers now; ask ${onion} over Tor.`;
}

function pqOf(lane: LaneKind, { kem, isBehindProxy }: AskedBy): string {
  if (lane === 'ohttp') return kem === pqKem ? pqKem : 'none';
  // The service does not know what the client negotiated with the proxy, or with Tor.
  return isBehindProxy || lane === 'onion' ? 'unknown' : 'none';
}

async function paidFromFloat(reads: PostureParts['reads']): Promise<number | null> {
  const live = (await reads.transfers.recentRoutes(recentRoutes)).filter(
    ({ isSimulated }) => !isSimulated,
  );
  if (live.length === 0) return null;
  const paid = live.filter(({ plan }) => plan.steps.some(({ kind }) => kind === 'payout'));
  return Math.round((paid.length * 100) / live.length);
}

const recentRoutes = 100;

function stillPublic({ lane, network, features }: Facts): readonly string[] {
  return [
    'Amounts, addresses and times of every transfer, on its chains.',
    'Which of our accounts pulled and paid, and so that it was we who carried it.',
    ...(features.plus ? ['That an address took trial passes, to us, until the day ends.'] : []),
    ...(network.clientAnonymity === 'none' ? ['Your address and this request, to us.'] : []),
    ...(lane.kind === 'ohttp'
      ? [
          'Your address at your first use of the private lane, and after more than a week without one, to us: its keys are asked of us directly then.',
        ]
      : []),
    ...(features.privateSubmit
      ? []
      : ['Transactions of ours before they are mined, in public mempools.']),
    // An onion address is looked up inside Tor.
    ...(lane.kind === 'onion' ? [] : [nameSeenBy(network)]),
  ];
}

function nameSeenBy({ encryptedDns }: Posture['network']): string {
  return encryptedDns
    ? 'The name of this service, to your DNS resolver.'
    : 'The name of this service, to your DNS resolver and to observers of your connection.';
}

function recommendationsFor(
  { lane, transport, relay, relayIndependent, network, features }: Facts,
  { mint, hasLostLaneKeys }: { readonly mint: SeenMint; readonly hasLostLaneKeys: boolean },
): readonly string[] {
  const all: readonly (readonly [applies: boolean, advice: string])[] = [
    [
      lane.kind === 'direct' && relay.ok,
      'Ask through the relay, so that we do not see your address.',
    ],
    [
      lane.kind === 'direct' && !relay.ok,
      network.onion === null
        ? 'No relay answers: use a network of your own that hides your address.'
        : `No relay answers: ask ${network.onion} over Tor, so that we do not see your address.`,
    ],
    [
      hasLostLaneKeys,
      'Seal nothing now: the log of the private lane has lost keys that its witnesses remember, and clients that look in it refuse those that it shows.',
    ],
    [
      lane.kind === 'ohttp' && transport.pq === 'none',
      `Seal to the ${pqKem} keys, so that what is recorded today cannot be opened by a later computer.`,
    ],
    [
      lane.kind !== 'onion' && relay.ok && !relayIndependent,
      'Relay and service have one operator: trust that it joins nothing, or choose an independent relay.',
    ],
    [
      lane.kind !== 'onion' && relay.ok && !relay.batching,
      'The relay has few requests to mix now: what comes in and goes out can be matched by time.',
    ],
    [
      features.plus && mint.watched === 'cosigned',
      'Pay for requests with passes, so that no limit is counted to an address.',
    ],
    [
      features.plus && mint.watched === 'unwitnessed',
      'No witness watches the mint of passes: compare what "interline mint audit" finds with what others find, before you use any.',
    ],
    [
      features.plus && mint.witnesses.cosigning < mint.witnesses.named,
      `Look with "interline mint audit" before you take passes: ${mint.witnesses.cosigning} of the ${mint.witnesses.named} witnesses of their mint cosigned its log when they were last asked, and its next key needs ${mint.quorum}.`,
    ],
    [
      mint.isSigning && !features.plus,
      'Take no passes now: the witnesses of their mint have not cosigned its log for a week.',
    ],
  ];
  return all.filter(([applies]) => applies).map(([, advice]) => advice);
}

import type { Clock, PrivateRequests, RelayCaller } from '@interline/ports';
import type { LaneKeys } from './lane-keys.ts';
import { requestBytes } from './open-request.ts';

/** A relay that clients may use, as the deployment names it. */
export interface LaneRelay {
  readonly url: string;
  readonly region: string;
  /** Who runs it. */
  readonly operator: string;
  /** Run by somebody who is not us: only then do neither of us know both who asks and what. */
  readonly independent: boolean;
}

/**
 * A relay as it was seen just now, by a request of ours through it.
 * - ok: the gateway's answer came back
 * - paused: it says of itself that it forwards nothing
 * - down: neither
 */
export interface RelayState extends LaneRelay {
  readonly state: 'ok' | 'paused' | 'down';
  /** Half of its last full hour's ticks had requests of two senders or more to mix. */
  readonly isBatching: boolean;
  /** Null where it did not say. */
  readonly batchMs: number | null;
  readonly probedAtMs: number;
}

interface StateParts {
  readonly relays: readonly LaneRelay[];
  readonly currentKeys: () => Promise<LaneKeys>;
  readonly privateRequests: Pick<PrivateRequests, 'sealProbe'>;
  readonly relayCaller: RelayCaller;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** What was seen serves for this long, so that asking costs no relay anything. */
const probeServesMs = 15_000;
/** Answered with a refusal, inside: what is probed is the way there and back. */
const probed = '/.well-known/ohttp-gateway';

/** Every relay as it is; asks them where the last probe is older than 15 s. Throws `STORE_DOWN`. */
export type RelayStates = () => Promise<readonly RelayState[]>;

export function relayStates(parts: StateParts): RelayStates {
  const { relays, clock } = parts;
  let running: Promise<readonly RelayState[]> | null = null;
  let startedAtMs = -Infinity;
  return () => {
    if (running !== null && clock.monotonic() - startedAtMs < probeServesMs) return running;
    startedAtMs = clock.monotonic();
    const probing = probeAll();
    running = probing;
    probing.catch(() => {
      if (running === probing) running = null;
    });
    return probing;
  };

  async function probeAll(): Promise<readonly RelayState[]> {
    if (relays.length === 0) return [];
    const { document } = await parts.currentKeys();
    return Promise.all(relays.map((relay) => probe(parts, relay, document)));
  }
}

async function probe(
  { privateRequests, relayCaller, clock }: StateParts,
  relay: LaneRelay,
  document: string,
): Promise<RelayState> {
  const canary = privateRequests.sealProbe(
    document,
    {
      method: 'GET',
      path: probed,
      fields: { date: new Date(clock.now()).toUTCString() },
      content: new Uint8Array(),
    },
    requestBytes,
  );
  const [report, answer] = await Promise.all([
    relayCaller.report(relay.url),
    relayCaller.send(relay.url, canary.bytes),
  ]);
  const isAnswered = answer !== null && canary.isAnswer(answer);
  return {
    ...relay,
    state: isAnswered ? 'ok' : report?.isPaused === true ? 'paused' : 'down',
    isBatching: isAnswered && (report?.medianOccupancy ?? 0) >= 2,
    batchMs: report?.batchMs ?? null,
    probedAtMs: clock.now(),
  };
}

import type { Clock, PrivateRequests, RelayCaller } from '@interline/ports';
import type { LaneKeys } from './lane-keys.ts';
import { requestBytes } from './open-request.ts';

/** A relay for clients, as the deployment lists it. */
export interface LaneRelay {
  readonly url: string;
  readonly region: string;
  /** Who runs it. */
  readonly operator: string;
  /** Run by a third party. Only then does no single party know both the caller and the request. */
  readonly independent: boolean;
}

/**
 * A relay's current state, from a request of ours through it.
 * - ok: the gateway's response came back
 * - paused: it reports that it forwards nothing
 * - down: neither
 */
export interface RelayState extends LaneRelay {
  readonly state: 'ok' | 'paused' | 'down';
  /**
   * In at least half of its ticks of the last full hour, it mixed requests of two senders or more.
   */
  readonly isBatching: boolean;
  /** Null if it did not report it. */
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

/** How long a probe is reused, so that requests cost the relays nothing. */
const probeServesMs = 15_000;
/** Answered with a refusal inside the sealed response: the probe tests the way there and back. */
const probed = '/.well-known/ohttp-gateway';

/**
 * The state of every relay; probes them if the last probe is older than 15 s. Throws `STORE_DOWN`.
 */
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

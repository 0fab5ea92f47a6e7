import { RelayError } from '@interline/kernel';
import type {
  Clock,
  OpenedPrivateRequest,
  PrivateRequest,
  PrivateRequests,
  PrivateResponse,
  Remembered,
  RememberingLimiter,
} from '@interline/ports';
import { keysWithId, type LaneKeys } from './lane-keys.ts';
import type { LaneQuota } from './lane-quota.ts';
import type { LaneStore } from './repository.ts';

/** The padded size of a request; a longer one is refused. */
export const requestBytes = 16_384;
/** A response is padded to the smallest multiple of this size. */
export const responseUnitBytes = 8_192;

/** Allowed error of the sender's clock in either direction. */
const dateWindowMs = 120_000;
/** A request is remembered for as long as its date would allow a replay. */
const rememberedMs = 2 * dateWindowMs;

interface OpenParts {
  readonly store: LaneStore;
  readonly privateRequests: Pick<PrivateRequests, 'readHead' | 'open'>;
  readonly rateLimiter: RememberingLimiter;
  readonly quota: LaneQuota;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** An opened request with the only way to answer it. */
export interface LaneRequest {
  readonly kem: OpenedPrivateRequest['kem'];
  /** The request, or its refusal, which the sealed response carries to its sender. */
  readonly asked: PrivateRequest | RelayError;
  readonly seal: (response: PrivateResponse) => Uint8Array;
}

/**
 * Opens a private-lane request from that address, usually a relay's. Throws the unsealed errors for
 * its sender or the relay: `UNKNOWN_LANE_KEY`, `BODY_TOO_LARGE`, `BAD_REQUEST`, `RATE_LIMITED`,
 * `STORE_DOWN`.
 */
export type OpenLaneRequest = (bytes: Uint8Array, sender: string) => Promise<LaneRequest>;

export function openLaneRequest({
  store,
  privateRequests,
  rateLimiter,
  quota,
  clock,
}: OpenParts): OpenLaneRequest {
  const kept = new KeptLaneKeys(store, clock);
  return async (bytes, sender) => {
    const head = privateRequests.readHead(bytes);
    if (head === null) throw new RelayError('UNKNOWN_LANE_KEY');
    assertSize(head.plaintextBytes);
    const keys = await kept.find(head.keyId);
    if (keys === null) throw new RelayError('UNKNOWN_LANE_KEY');
    const opened = privateRequests.open(keys, bytes);
    if (opened === null) throw new RelayError('UNKNOWN_LANE_KEY');
    // After opening and before it is remembered: junk is not remembered and uses no quota.
    await quota.admit(sender);
    const remembered = await rateLimiter.takeOnce(
      `private request ${opened.replayId}`,
      rememberedMs,
    );
    const refusal = judgeDate(opened.request, remembered) ?? judgeReplay(remembered);
    return {
      kem: opened.kem,
      asked: refusal ?? opened.request ?? malformed(),
      seal: (response) => opened.seal(response, responseUnitBytes),
    };
  };
}

function assertSize(plaintextBytes: number): void {
  if (plaintextBytes > requestBytes)
    throw new RelayError(
      'BODY_TOO_LARGE',
      { capBytes: requestBytes },
      `the message inside has ${plaintextBytes} bytes; wanted ${requestBytes}, padding included`,
    );
  if (plaintextBytes < requestBytes)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'body' },
      `the message inside has ${plaintextBytes} bytes; wanted ${requestBytes}: fill it up with zeros, so that all requests look alike`,
    );
}

/**
 * Checks the date after the request was recorded, with the clock of the memory that recorded it,
 * because another memory may have answered before. A request without a date could be replayed once
 * it is forgotten. So could one that was recorded before the memory's oldest entry with a date
 * ahead by up to the window. The refusal names an acceptable date in whole seconds, as the field
 * requires: ours, or the first one that no forgotten request can have.
 */
function judgeDate(
  request: PrivateRequest | null,
  { sinceMs, nowMs }: Remembered,
): RelayError | null {
  if (request === null) return null;
  const sentAtMs = Date.parse(request.fields['date'] ?? '');
  const firstMs = Math.ceil((sinceMs + dateWindowMs) / 1_000) * 1_000;
  const isNear = Math.abs(sentAtMs - nowMs) <= dateWindowMs;
  if (isNear && sentAtMs >= firstMs) return null;
  const serverDate = new Date(Math.max(nowMs, firstMs)).toUTCString();
  return new RelayError(
    'DATE_OUTSIDE_WINDOW',
    { serverDate },
    isNear
      ? `what was taken before ${new Date(sinceMs).toUTCString()} is not remembered here any more, so a request of that time could be one sent again; date it ${serverDate}`
      : `the field date inside the message is ${Number.isNaN(sentAtMs) ? 'missing' : 'too far from our clock'}; date it ${serverDate}`,
  );
}

function judgeReplay({ isNew }: Remembered): RelayError | null {
  return isNew ? null : new RelayError('REQUEST_REPLAYED');
}

function malformed(): RelayError {
  return new RelayError('BAD_REQUEST', {}, 'what was sealed is not a request in binary HTTP');
}

/** How long keys read from the store are reused; new ones are created once a week. */
const readAgainMs = 60_000;
/** An unknown key number triggers a store read at most this often. */
const soonestAgainMs = 1_000;

/** The keys with their sealed halves, read once for many requests. */
class KeptLaneKeys {
  readonly #store: LaneStore;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #keys: readonly LaneKeys[] = [];
  #readAtMs = -Infinity;
  readonly #sealed = new Map<number, string>();

  constructor(store: LaneStore, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(keyId: number): Promise<(LaneKeys & { readonly sealed: string }) | null> {
    const ageMs = this.#clock.monotonic() - this.#readAtMs;
    if (ageMs >= readAgainMs) await this.#read();
    else if (this.#with(keyId) === undefined && ageMs >= soonestAgainMs) await this.#read();
    const keys = this.#with(keyId);
    if (keys === undefined) return null;
    const sealed =
      this.#sealed.get(keys.seq) ?? (await this.#store.reads.privateLane.sealedLaneKeys(keys.seq));
    if (sealed === null) return null;
    this.#sealed.set(keys.seq, sealed);
    return { ...keys, sealed };
  }

  #with(keyId: number): LaneKeys | undefined {
    return keysWithId(this.#keys, keyId, this.#clock.now());
  }

  async #read(): Promise<void> {
    this.#keys = await this.#store.reads.privateLane.laneKeys();
    this.#readAtMs = this.#clock.monotonic();
    this.#sealed.clear();
  }
}

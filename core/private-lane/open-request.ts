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

/** What a request is padded to, all of it: a longer one is refused. */
export const requestBytes = 16_384;
/** Answers are the smallest multiple of this that holds them. */
export const responseUnitBytes = 8_192;

/** How far the sender's clock may be off, either way. */
const dateWindowMs = 120_000;
/** A request is remembered for as long as its date lets it be sent again. */
const rememberedMs = 2 * dateWindowMs;

interface OpenParts {
  readonly store: LaneStore;
  readonly privateRequests: Pick<PrivateRequests, 'readHead' | 'open'>;
  readonly rateLimiter: RememberingLimiter;
  readonly quota: LaneQuota;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** A request that was opened, with the only way to answer it. */
export interface LaneRequest {
  readonly kem: OpenedPrivateRequest['kem'];
  /** The request, or why it is refused: the sealed answer says so to its sender. */
  readonly asked: PrivateRequest | RelayError;
  readonly seal: (response: PrivateResponse) => Uint8Array;
}

/**
 * Opens a request of the private lane, which came from that address: a relay's, as a rule. Throws
 * what its sender, or the relay between, is told in the open: `UNKNOWN_LANE_KEY`, `BODY_TOO_LARGE`,
 * `BAD_REQUEST`, `RATE_LIMITED`, `STORE_DOWN`.
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
    // Before it is remembered, and after it opened: junk is remembered nowhere, and takes nothing of the lane.
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
 * Judged once it was taken, by the memory that took it and by that one's clock: the one that was asked
 * before may not be the one that answers. Without a date a request could be sent again once it is
 * no more remembered; so could one that was taken before what is remembered, and was dated ahead by
 * up to the window. Told is a date that is taken, in whole seconds as the field has it: of ours, or
 * the first that nothing forgotten can have.
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

/** What was read of the store serves for this long; keys are drawn once a week. */
const readAgainMs = 60_000;
/** An unknown key number causes a read of the store this often at most. */
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

import { RelayError } from '@interline/kernel';
import { type Endpoint, takesPasses } from '../endpoint.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';
import { hashOfKey, parseApiKey } from '../parse/caller.ts';
import { laneNetwork } from './lane-network.ts';
import { limitOfLane, type RequestLimit, presentRateLimit } from './request-limit.ts';

export interface RequestAdmission {
  /** Takes a request without a pass within its endpoint's limit, or throws `RATE_LIMITED`. */
  readonly admit: (ctx: HttpContext) => Promise<void>;
  /** Notes the key that a request shows which is admitted without its limit. */
  readonly recognize: (ctx: HttpContext) => Promise<void>;
  /**
   * The same, later, for a request of the private lane to a row with `isCountedLateInLane`; does
   * nothing for any other. A request that is counted against something of its own (`own`) shares no
   * count with others.
   */
  readonly countInLane: (ctx: HttpContext, own: string | null) => Promise<void>;
}

export function admitRequest(endpoint: Endpoint, deps: HttpDeps): RequestAdmission {
  const { limit: stated } = endpoint;
  const nothing = async (): Promise<void> => undefined;
  if (stated === null) return { admit: nothing, recognize: nothing, countInLane: nothing };
  const plain: RequestLimit = { ...stated, requests: stated.requests * deps.limits.scale };
  const raised: RequestLimit = stated.isFixed
    ? plain
    : { ...plain, requests: plain.requests * deps.limits.keyFactor };
  const inLane = limitOfLane(plain);
  const isLate = ({ state }: HttpContext): boolean =>
    stated.isCountedLateInLane === true && state.network === laneNetwork;
  const noteKey = async (ctx: HttpContext): Promise<string | null> => {
    const hash = stated.isKeyless === true ? null : await keyOf(ctx, deps);
    ctx.state.keyHash = hash;
    if (hash !== null) countKeyUse(ctx, hash, deps);
    return hash;
  };
  return {
    async recognize(ctx) {
      await noteKey(ctx);
    },

    async admit(ctx) {
      if (isLate(ctx)) return;
      const hash = await noteKey(ctx);
      const shared = ctx.state.network === laneNetwork;
      const own = hash === null ? plain : raised;
      const limit = shared ? inLane : own;
      await take(ctx, limit, bucketsOf(limit, ctx.state.network, hash), shared);
    },
    async countInLane(ctx, own) {
      const [shared] = bucketsOf(plain, ctx.state.network, null);
      const buckets = [own === null ? shared : `${plain.name} of ${own}`];
      if (isLate(ctx)) await take(ctx, plain, buckets, own === null);
    },
  };

  async function take(
    ctx: HttpContext,
    limit: RequestLimit,
    buckets: readonly string[],
    isOfWholeLane: boolean,
  ): Promise<void> {
    const window = ctx.state.network === laneNetwork ? wholeWindow(limit, deps.clock.now()) : null;
    const admission = await deps.rateLimiter.take(
      window === null ? buckets : buckets.map((bucket) => `${bucket} in ${window.nth}`),
      limit,
    );
    ctx.set(presentRateLimit(limit, admission));
    if (admission.isAdmitted) return;
    const retryAfterMs = window?.endsInMs ?? admission.retryAfterMs;
    throw new RelayError(
      'RATE_LIMITED',
      { retryAfterMs },
      `${limit.name} takes ${limit.requests} requests in ${limit.perMs / 1_000} s; the next one in ${retryAfterMs} ms${isOfWholeLane ? wayOut(endpoint) : ''}`,
    );
  }
}

/** What to do where all senders of the private lane share a count. */
function wayOut(endpoint: Endpoint): string {
  const { limit, request } = endpoint;
  const shared = '. All who ask through the private lane without a pass share these: wait, or ';
  // Nothing else than a body can bring one there.
  if (takesPasses(endpoint) && request.body !== undefined) return `${shared}show a pass`;
  return limit?.isFixed === true
    ? `${shared}ask outside the lane; it is seen there who took passes, and never who spends them`
    : '. All who ask this through the private lane share these, and it takes no pass there: wait, or ask outside the lane; it is seen there who asks';
}

/**
 * The windows of the private lane, where all senders are one client. They do not slide, because the
 * end of a sliding window would tell each sender when another's request came.
 */
function wholeWindow(
  { perMs }: RequestLimit,
  nowMs: number,
): { readonly nth: number; readonly endsInMs: number } {
  const nth = Math.floor(nowMs / perMs);
  return { nth, endsInMs: Math.ceil((nth + 1) * perMs - nowMs) };
}

/** A key that this service did not make does not count as a key: its sender is anonymous. */
async function keyOf({ req, state }: HttpContext, { useCases }: HttpDeps): Promise<string | null> {
  const key = parseApiKey(req.headers);
  if (key === null) return null;
  const hash = hashOfKey(key);
  return (await useCases.apiKeys.recognizeKey(hash, state.network)) ? hash : null;
}

/**
 * However many keys one address shows, they share its one raised bucket; and however many addresses
 * show one key, they share the key's.
 */
function bucketsOf(
  { name, isFixed }: RequestLimit,
  network: string,
  hash: string | null,
): readonly [string, ...string[]] {
  return hash === null || isFixed
    ? [`${name} from ${network}`]
    : [`${name} by keys from ${network}`, `${name} by key ${hash}`];
}

/**
 * After the request, records for the key's owner which row was called, how it ended and how long it
 * took.
 */
function countKeyUse(
  { res, state }: HttpContext,
  hash: string,
  { clock, useCases }: Pick<HttpDeps, 'clock' | 'useCases'>,
): void {
  const atMs = clock.now();
  res.once('close', () => {
    if (state.endpoint !== null)
      useCases.apiKeys.noteKeyUse(hash, {
        path: state.endpoint.path,
        status: res.statusCode,
        tookMs: Math.max(0, clock.now() - atMs),
        atMs,
      });
  });
}

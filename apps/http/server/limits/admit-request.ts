import { RelayError } from '@interline/kernel';
import type { Endpoint } from '../endpoint.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';
import { hashOfKey, readApiKey } from '../parse/read-api-key.ts';
import { readPass } from '../parse/read-pass.ts';
import { writeRateLimit } from '../present/write-rate-limit.ts';
import { countKeyUse } from './count-key-use.ts';
import type { RequestLimit } from './request-limit.ts';

/**
 * What a request over the limit may still show: its body is read for a pass, and for nothing else.
 */
type ReadBody = () => Promise<Buffer>;

/**
 * Takes a request within its endpoint's limit, or throws `RATE_LIMITED`. Nothing of the body was
 * read by then.
 */
export type AdmitRequest = (ctx: HttpContext, readBody: ReadBody) => Promise<void>;

export function admitRequest({ limit: stated }: Endpoint, deps: HttpDeps): AdmitRequest {
  if (stated === null) return async () => undefined;
  const plain: RequestLimit = { ...stated, requests: stated.requests * deps.limits.scale };
  const raised: RequestLimit = stated.isFixed
    ? plain
    : { ...plain, requests: plain.requests * deps.limits.keyFactor };
  return async (ctx, readBody) => {
    const hash = await keyOf(ctx, deps);
    if (hash !== null) countKeyUse(ctx, hash, deps);
    const limit = hash === null ? plain : raised;
    const admission = await deps.rateLimiter.take(bucketsOf(limit, ctx.state.network, hash), limit);
    ctx.set(writeRateLimit(limit, admission));
    if (admission.isAdmitted || (!limit.isFixed && (await hasPass(ctx, readBody, deps)))) return;
    const { retryAfterMs } = admission;
    throw new RelayError(
      'RATE_LIMITED',
      { retryAfterMs },
      `${limit.name} takes ${limit.requests} requests in ${limit.perMs / 1_000} s; the next one in ${retryAfterMs} ms`,
    );
  };
}

/** A key that is none of ours is no key: its sender is anybody. */
async function keyOf({ req, state }: HttpContext, { useCases }: HttpDeps): Promise<string | null> {
  const key = readApiKey(req.headers);
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
): readonly string[] {
  return hash === null || isFixed
    ? [`${name} from ${network}`]
    : [`${name} by keys from ${network}`, `${name} by key ${hash}`];
}

/** A pass is spent only where it is needed. */
async function hasPass(
  { req, state }: HttpContext,
  readBody: ReadBody,
  { passGate }: HttpDeps,
): Promise<boolean> {
  if (!passGate.isOpen) return false;
  const pass = await readPass(req.headers, readBody);
  return pass !== null && (await passGate.spend(pass, state.signal));
}

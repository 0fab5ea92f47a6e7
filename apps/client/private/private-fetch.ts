import type { LaneKeys } from '../generated/shapes/lane-keys.ts';
import { afterSending, isUnsentBy } from '../no-answer-error.ts';
import type { Fetch } from '../transport.ts';
import { type Bytes, utf8 } from '../hpke/index.ts';
import { decodeResponse, encodeRequest, type PlainRequest } from './binary-http.ts';
import { clockToleranceMs, type WitnessPolicy } from '../passes/mint/count-witnesses.ts';
import type { VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { checkLane, LaneError, type LanePins } from './check-lane.ts';
import { chooseKey, type LaneKey } from './key-document.ts';
import { type KeptLane, type KeptLanes, opensAfterMs, untilOf } from './kept-lane.ts';
import { sealRequest } from './seal-request.ts';

export interface PrivateOptions {
  /** Where the service is, with its base path, as the client has it. */
  readonly baseUrl: string;
  /**
   * The relay to go through; left out, the one that is kept, else one that the service names, an
   * independent one first.
   */
  readonly relay?: string;
  /** SHA-256 of the key document, in hex, as it is known from elsewhere; another one is refused. */
  readonly digest?: string;
  /** What was seen of the log of its keys. */
  readonly pins?: LanePins;
  /** The keys and the relay, kept until the week of the keys ends. */
  readonly kept?: KeptLanes;
  /** Whom to trust to watch that log; left out, whom the service named at the first look. */
  readonly policy?: WitnessPolicy;
  /** Told in words that the service was asked itself, and that its operator began that log anew. */
  readonly say?: (words: string) => void;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
  /** The platform's own where it is left out. */
  readonly fetch?: Fetch;
}

/** What a private request is filled up to. */
const requestBytes = 16_384;
/** Without an Idempotency-Key, which stays here, a second try could do it twice. */
const lostAnswer = 'the answer to a private request was lost; see what became of it before another';
const mostLost = 1_000;
/** Keys are read again after this long. */
const readAgainMs = 3_600_000;
/** Dates are in these steps: how far a clock is off, to the second, would tell its owner's requests together. */
const dateStepMs = 30_000;

/**
 * A `fetch` for a client of the service: each request is sealed to the service's key and goes through a
 * relay, so that the service does not learn who asks, nor the relay what. Of the headers only what the
 * lane takes goes along: a pass moves from `x-svc-pass` into the body, and a key or an
 * `Idempotency-Key` stays here, so what was sent and not answered is not sent again. Throws where there is no
 * relay, on keys that it cannot use, and `LaneError` on keys that are not in the public log.
 */
export function privateFetch(options: PrivateOptions): Fetch {
  const { fetch: ask = (url, init) => fetch(url, init) } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  let lane: Promise<Lane> | null = null;
  let laneUntilMs = 0;
  /** By their Idempotency-Key, why. */
  const lost = new Map<string, string>();

  function openLane(signal: AbortSignal | null): Promise<Lane> {
    if (lane !== null && Date.now() < laneUntilMs) return lane;
    laneUntilMs = Date.now() + readAgainMs;
    const reading = readLane(options, base, ask, signal);
    lane = reading;
    reading.catch(() => {
      if (lane === reading) lane = null;
    });
    return reading;
  }

  /** Null where it is said that nothing was opened, for the keys have changed since they were read. */
  async function send(
    request: Omit<PlainRequest, 'headers'>,
    init: RequestInit,
    dateMs = dateNow(),
  ): Promise<Response | null> {
    const used = openLane(init.signal ?? null);
    const opened = await used;
    const response = await sendSealed(opened, ask, request, { ...init, dateMs });
    if (response !== null) return response;
    // Asked for others directly, the service would see who it is that it did not want to open for.
    if (opened.isKept)
      throw new Error(
        'the service is said not to open what is sealed to its keys of this week; where it has lost them, delete what is kept of its lane',
      );
    if (lane === used) lane = null;
    // Anybody between can say so of what was carried out.
    if (request.method === 'POST')
      throw new Error(
        'the service is said not to open what is sealed to its keys; those of now are asked for by the next request',
      );
    return null;
  }

  /**
   * A request is sent again, with the date that the service takes, where it refused ours: its clock is
   * another, or it was just started. Nothing was done then. The date is for this request alone: kept, it
   * would be a mark of the service's choice on all that follow.
   */
  async function withItsDate(
    first: Response,
    sendAgain: (dateMs: number) => Promise<Response | null>,
  ): Promise<Response | null> {
    let answer: Response | null = first;
    for (let tried = 1; tried <= 3 && answer !== null; tried += 1) {
      const serverMs = await serverTimeIn(answer);
      if (serverMs === null || Math.abs(serverMs - Date.now()) > clockToleranceMs) return answer;
      // The second of its start is over then.
      if (tried > 1) await new Promise((resolve) => setTimeout(resolve, 1_000));
      answer = await sendAgain(serverMs);
    }
    return answer;
  }

  /**
   * Null where the keys change faster than they can be used. Once a send has reached anybody, none after
   * it ends as unsent: a pass in it was shown.
   */
  async function sendUntilOpened(
    request: Omit<PlainRequest, 'headers'>,
    init: RequestInit,
  ): Promise<Response | null> {
    let wasSent = false;
    const sendOnce = async (dateMs?: number): Promise<Response | null> => {
      const answer = await send(request, init, dateMs).catch((error: unknown) => {
        throw wasSent ? afterSending(error) : error;
      });
      wasSent = true;
      return answer;
    };
    const first = (await sendOnce()) ?? (await sendOnce());
    return first === null ? null : withItsDate(first, sendOnce);
  }

  return async (url, init) => {
    if (!url.startsWith(`${base}/`))
      throw new RangeError(`${url} is not of the service at ${base}`);
    const request = plainOf(url, init);
    const key = new Headers(init.headers).get('idempotency-key');
    const why = key === null ? undefined : lost.get(key);
    if (why !== undefined) throw new Error(`${lostAnswer}: ${why}`);
    // Around all of its sends: any of them may be the one that was done.
    const answer = await sendUntilOpened(request, init).catch((error: unknown) => {
      if (key !== null && !isUnsentBy(error) && lost.size < mostLost)
        lost.set(key, error instanceof Error ? error.message : String(error));
      throw error;
    });
    if (answer === null)
      throw new Error('the service changes its keys faster than they can be used');
    return answer;
  };
}

interface Lane {
  readonly key: LaneKey;
  readonly relay: string;
  /** It was not asked of the service for this request. */
  readonly isKept: boolean;
}

/**
 * Null where it is said, by anybody between too, that the gateway did not open it. Throws where
 * what came back is not its answer.
 */
async function sendSealed(
  { key, relay }: Pick<Lane, 'key' | 'relay'>,
  ask: Fetch,
  request: Omit<PlainRequest, 'headers'>,
  { dateMs, signal }: Pick<RequestInit, 'signal'> & { readonly dateMs: number },
): Promise<Response | null> {
  const headers = {
    date: new Date(dateMs).toUTCString(),
    ...(request.body.length === 0 ? {} : { 'content-type': 'application/json' }),
  };
  const message = encodeRequest({ ...request, headers }, requestBytes);
  const { bytes, open } = await sealRequest(key, message);
  const response = await ask(relay, {
    method: 'POST',
    headers: { 'content-type': 'message/ohttp-req' },
    body: bytes,
    signal: signal ?? null,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Sent on to the service, it would show who asks.
    redirect: 'error',
  }).catch((error: unknown) => {
    // As it is, it would be said of the service.
    throw error instanceof TypeError
      ? new Error(`no relay answers at ${relay}`, { cause: error })
      : error;
  });
  if (response.headers.get('content-type') === 'message/ohttp-res') {
    const sealed = new Uint8Array(await response.arrayBuffer());
    const opened = await open(sealed).catch((cause: unknown) => {
      // The platform's own error has no words.
      throw new Error('what came back does not open, so it is not the answer of the service', {
        cause,
      });
    });
    return decodeResponse(opened);
  }
  if (response.status === 422) return null;
  const refusal = await refusalOf(response);
  // Anybody between can refuse what it has forwarded, and say that it may be sent again.
  if (request.method === 'POST')
    throw new Error(`it was refused, unsealed, with ${await wordsOf(refusal)}`);
  return refusal;
}

/**
 * A refusal that did not come sealed, in the words of who wrote it and without a code: that would be the
 * service's, and anybody between can write it. Throws on what would be an answer.
 */
async function refusalOf(response: Response): Promise<Response> {
  if (response.ok)
    throw new Error('what came back is not sealed, so it is not the answer of the service');
  const said: unknown = await response.json().catch(() => null);
  if (typeof said !== 'object' || said === null) return response;
  return Response.json({ ...said, errorCode: undefined }, { status: response.status });
}

async function wordsOf(refusal: Response): Promise<string> {
  const said: unknown = await refusal.json().catch(() => null);
  // CAST: any object has members.
  const words =
    typeof said === 'object' && said !== null ? (said as { error?: unknown }).error : '';
  return typeof words === 'string' && words !== ''
    ? `${refusal.status}: ${words}`
    : `${refusal.status}`;
}

/**
 * The keys that are kept, for their week; sealed to those the next ones are asked for, so that the service
 * does not see who will ask it something. Only who has none, or is a day late, asks it directly.
 */
async function readLane(
  options: PrivateOptions,
  base: string,
  ask: Fetch,
  signal: AbortSignal | null,
): Promise<Lane> {
  const kept = (await options.kept?.read()) ?? null;
  const nowMs = Date.now();
  const path = `${base}/api/ohttp/keys`;
  if (kept === null || nowMs >= kept.untilMs + opensAfterMs) {
    // A relay carries what is sealed alone; keys that it handed out itself could be its own.
    options.say?.(
      `the service at ${base} was asked itself for the keys of its private lane: it saw your address now, and not what you ask. That is so at the first use, and after more than a week without one.`,
    );
    const headers = { accept: 'application/json' };
    const answer = await ask(path, { headers, cache: 'no-store', signal });
    if (!answer.ok)
      throw new LaneError(
        answer.status === 404 ? 'it has no private lane' : `it answers ${answer.status} for them`,
      );
    return { ...(await checkedLane(answer, options, kept)), isKept: false };
  }
  const relay = options.relay ?? kept.relay;
  if (relay !== kept.relay) await options.kept?.write({ ...kept, relay });
  const document = documentIn(kept.keys);
  assertExpected(await digestOf(document), options);
  const lane = { key: await chooseKey(document), relay, isKept: true };
  if (nowMs < kept.untilMs) return lane;
  const request = { method: 'GET', url: new URL(path), body: utf8('') };
  const dateMs = dateNow();
  const next = await sendSealed(lane, ask, request, { dateMs, signal }).catch(() => null);
  return next?.ok === true ? { ...(await checkedLane(next, options, kept)), isKept: true } : lane;
}

async function checkedLane(
  answer: Response,
  { relay, pins, kept: keeper, say, ...how }: PrivateOptions,
  kept: KeptLane | null,
): Promise<Pick<Lane, 'key' | 'relay'>> {
  // CAST: the service's document says so.
  const { keys, relays, log } = (await answer.json()) as LaneKeys;
  const document = documentIn(keys);
  const digest = await digestOf(document);
  assertExpected(digest, how);
  const pin = (await pins?.read()) ?? null;
  const seen = await checkLane({ digest, log }, { pin, ...how });
  if (seen !== null) await pins?.write(seen);
  if (pin !== null && seen !== null && pin.origin !== seen.origin)
    say?.(
      `the service began the log of its private keys anew, as ${seen.origin}: it had lost keys of ${pin.origin}, which you saw. The witnesses that you know cosigned it; ask its operator where you were not told why.`,
    );
  const named = relays.find(({ independent }) => independent) ?? relays[0];
  const through = relay ?? kept?.relay ?? named?.url;
  if (through === undefined) throw new LaneError('it names no relay; name one yourself');
  const key = await chooseKey(document);
  await keeper?.write({ keys, relay: through, untilMs: untilOf({ digest, log }, Date.now()) });
  return { key, relay: through };
}

function documentIn(keys: string): Bytes {
  return Uint8Array.from(atob(keys), (letter) => letter.charCodeAt(0));
}

function assertExpected(
  digest: string,
  { digest: expected }: Pick<PrivateOptions, 'digest'>,
): void {
  if (expected !== undefined && expected !== digest)
    throw new Error('the keys of the service are others than the ones that are expected');
}

function dateNow(): number {
  return Math.round(Date.now() / dateStepMs) * dateStepMs;
}

async function digestOf(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function plainOf(url: string, { method = 'GET', headers, body }: RequestInit) {
  const pass = new Headers(headers).get('x-svc-pass');
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('a private request has JSON for a body, or none');
  const isBare = body === undefined || body === null;
  if (pass !== null && isBare)
    throw new TypeError(
      'a pass goes in the body of a private request; this one has none: use its POST',
    );
  return { method, url: new URL(url), body: isBare ? utf8('') : utf8(withPass(body, pass)) };
}

function withPass(body: string, pass: string | null): string {
  if (pass === null) return body;
  const asked: unknown = JSON.parse(body);
  return JSON.stringify({ ...(asked as object), pass }); // CAST: bodies are objects.
}

/** The date that the service takes, where it refused ours; null for any other answer. */
async function serverTimeIn(answer: Response): Promise<number | null> {
  if (answer.status !== 400) return null;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (typeof problem !== 'object' || problem === null) return null;
  // CAST: any object has members.
  const { errorCode, details } = problem as {
    errorCode?: unknown;
    details?: { serverDate?: unknown };
  };
  if (errorCode !== 'DATE_OUTSIDE_WINDOW') return null;
  const atMs = Date.parse(String(details?.serverDate));
  return Number.isNaN(atMs) ? null : atMs;
}

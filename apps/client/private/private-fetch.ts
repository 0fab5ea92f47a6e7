import type { LaneKeys } from '../generated/shapes/lane-keys.ts';
import { isUnsentBy } from '../no-answer-error.ts';
import type { Fetch } from '../transport.ts';
import { type Bytes, utf8 } from '../hpke/index.ts';
import { decodeResponse, encodeRequest, type PlainRequest } from './binary-http.ts';
import type { WitnessPolicy } from '../passes/mint/count-witnesses.ts';
import type { VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { checkLane, type LanePins } from './check-lane.ts';
import { chooseKey, type LaneKey } from './key-document.ts';
import { sealRequest } from './seal-request.ts';

export interface PrivateOptions {
  /** Where the service is, with its base path, as the client has it. */
  readonly baseUrl: string;
  /** The relay to go through; where it is left out, one that the service names, an independent one first. */
  readonly relay?: string;
  /** SHA-256 of the key document, in hex, as it is known from elsewhere; another one is refused. */
  readonly digest?: string;
  /** What was seen of the log of its keys. */
  readonly pins?: LanePins;
  /** Whom to trust to watch that log; left out, whom the service named at the first look. */
  readonly policy?: WitnessPolicy;
  /** Told in words where its operator began that log anew since it was seen last. */
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

/**
 * A `fetch` for a client of the service: each request is sealed to the service's key and goes through a
 * relay, so that the service does not learn who asks, nor the relay what. Of the headers only what the
 * lane takes goes along: a pass moves from `x-svc-pass` into the body, and a key or an
 * `Idempotency-Key` stays here, so what was sent and not answered is not sent again. Throws where there is no
 * relay, on keys that it cannot use, and `LaneError` on keys that are not in the log that everybody sees.
 */
export function privateFetch(options: PrivateOptions): Fetch {
  const { fetch: ask = (url, init) => fetch(url, init) } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  let lane: Promise<Lane> | null = null;
  let laneUntilMs = 0;
  let offMs = 0;
  const lost = new Set<string>();

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

  /** Null where the keys have changed since they were read: nothing was opened then. */
  async function send(
    request: Omit<PlainRequest, 'headers'>,
    init: RequestInit,
  ): Promise<Response | null> {
    const used = openLane(init.signal ?? null);
    const { key, relay } = await used;
    const message = encodeRequest(
      {
        ...request,
        headers: {
          date: new Date(Date.now() + offMs).toUTCString(),
          ...(request.body.length === 0 ? {} : { 'content-type': 'application/json' }),
        },
      },
      requestBytes,
    );
    const { bytes, open } = await sealRequest(key, message);
    const response = await ask(relay, {
      method: 'POST',
      headers: { 'content-type': 'message/ohttp-req' },
      body: bytes,
      signal: init.signal ?? null,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const isSealed = response.headers.get('content-type') === 'message/ohttp-res';
    if (response.status === 422 && !isSealed) {
      if (lane === used) lane = null;
      return null;
    }
    return isSealed
      ? decodeResponse(await open(new Uint8Array(await response.arrayBuffer())))
      : response;
  }

  /**
   * A request is sent again, with the date that the service takes, where it refused ours: its clock is
   * another, or it was just started. Nothing was done then.
   */
  async function withItsDate(
    first: Response,
    sendAgain: () => Promise<Response | null>,
  ): Promise<Response | null> {
    let answer: Response | null = first;
    for (let tried = 1; tried <= 3 && answer !== null; tried += 1) {
      const serverMs = await serverTimeIn(answer);
      if (serverMs === null) return answer;
      offMs = serverMs - Date.now();
      // The second of its start is over then.
      if (tried > 1) await new Promise((resolve) => setTimeout(resolve, 1_000));
      answer = await sendAgain();
    }
    return answer;
  }

  const sendTwice = async (request: Omit<PlainRequest, 'headers'>, init: RequestInit) =>
    (await send(request, init)) ?? (await send(request, init));

  return async (url, init) => {
    if (!url.startsWith(`${base}/`))
      throw new RangeError(`${url} is not of the service at ${base}`);
    const request = plainOf(url, init);
    const key = new Headers(init.headers).get('idempotency-key');
    if (key !== null && lost.has(key)) throw new Error(lostAnswer);
    const answer = await sendTwice(request, init).catch((error: unknown) => {
      if (key !== null && !isUnsentBy(error) && lost.size < mostLost) lost.add(key);
      throw error;
    });
    const last = answer === null ? null : await withItsDate(answer, () => send(request, init));
    if (last === null) throw new Error('the service changes its keys faster than they can be used');
    return last;
  };
}

interface Lane {
  readonly key: LaneKey;
  readonly relay: string;
}

async function readLane(
  { relay, digest, pins, say, ...how }: PrivateOptions,
  base: string,
  ask: Fetch,
  signal: AbortSignal | null,
): Promise<Lane> {
  const response = await ask(`${base}/api/ohttp/keys`, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
    signal,
  });
  if (!response.ok)
    throw new Error(`the service at ${base} has no private lane: it answers ${response.status}`);
  // CAST: the service's document says so.
  const { keys, relays, log } = (await response.json()) as LaneKeys;
  const document = Uint8Array.from(atob(keys), (letter) => letter.charCodeAt(0));
  const own = await digestOf(document);
  if (digest !== undefined && digest !== own)
    throw new Error('the keys of the service are others than the ones that are expected');
  const pin = (await pins?.read()) ?? null;
  const seen = await checkLane({ digest: own, log }, { pin, ...how });
  if (seen !== null) await pins?.write(seen);
  if (pin !== null && seen !== null && pin.origin !== seen.origin)
    say?.(
      `the service began the log of its private keys anew, as ${seen.origin}: it had lost keys of ${pin.origin}, which you saw. The witnesses that you know cosigned it; ask its operator where you were not told why.`,
    );
  const named = relays.find(({ independent }) => independent) ?? relays[0];
  const through = relay ?? named?.url;
  if (through === undefined)
    throw new Error(`the service at ${base} names no relay; name one yourself`);
  return { key: await chooseKey(document), relay: through };
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

import { afterSending, isUnsentBy, NoAnswerError } from './no-answer-error.ts';
import { pause, waitBeforeRetry } from './retry.ts';
import { type JsonRecord, ServiceError } from './service-error.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  /** Where the service is, with its base path: `https://relay.example/v1`. */
  readonly baseUrl: string;
  /** Never needed; raises the limits. */
  readonly apiKey?: string;
  /** The platform's own where it is left out. */
  readonly fetch?: Fetch;
  /** For one try; 30 s where it is left out. */
  readonly timeoutMs?: number;
  /** How often a request is tried in all; 3 where it is left out, 1 for never again. */
  readonly tries?: number;
  /**
   * A POST that the service refused is not sent again, whatever the refusal says; one without an
   * answer is, where that is safe. For a person, who reads the refusal and decides.
   */
  readonly sendsRefusedOnce?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireRequest {
  readonly method: string;
  /** From the base URL on, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** So long the service may hold the answer back, beside the time for the try, of which there is one. */
  readonly holdMs?: number;
}

export interface TaggedAnswer {
  /** Null where the one that was named has not changed. */
  readonly body: JsonRecord | null;
  readonly tag: string | null;
}

/** JSON over HTTP, with the retries that are safe. */
export interface Transport {
  /**
   * Throws `ServiceError` for refusals, `NoAnswerError` where no answer comes, and the signal's
   * reason once aborted.
   */
  readonly send: (request: WireRequest) => Promise<JsonRecord>;
  /** The same with the answer's `ETag`, given that of the answer the caller has. */
  readonly sendTagged: (request: WireRequest, tag: string | null) => Promise<TaggedAnswer>;
  /** The answer as it comes, tried once; only the caller's signal ends it. */
  readonly open: (request: WireRequest) => Promise<Response>;
}

export function createTransport({
  baseUrl,
  apiKey,
  fetch: ask = (url, init) => fetch(url, init),
  timeoutMs = 30_000,
  tries = 3,
  sendsRefusedOnce = false,
  headers: always = {},
}: TransportOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '');

  async function open({ method, path, body, headers, signal }: WireRequest): Promise<Response> {
    const init: RequestInit = {
      method,
      signal: signal ?? null,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { 'x-svc-key': apiKey }),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return ask(`${base}${path}`, init);
  }

  async function sendOnce(request: WireRequest): Promise<TaggedAnswer> {
    const { signal, holdMs = 0 } = request;
    const deadline = AbortSignal.timeout(timeoutMs + holdMs);
    try {
      const response = await open({
        ...request,
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      return await readAnswer(response, base);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ServiceError || error instanceof NoAnswerError) throw error;
      throw new NoAnswerError(
        deadline.aborted ? `no answer from ${base} in ${timeoutMs} ms` : wordsOf(error, base),
        null,
        { cause: error, isUnsent: isUnsentBy(error) },
      );
    }
  }

  async function exchange(request: WireRequest): Promise<TaggedAnswer> {
    const isPost = request.method === 'POST';
    const isRepeatable = !isPost || request.headers?.['idempotency-key'] !== undefined;
    const isAnswerFinal = isPost && sendsRefusedOnce;
    const triesHere = request.holdMs === undefined ? tries : 1;
    let isUnsent = true;
    for (let tried = 1; ; tried += 1) {
      try {
        return await sendOnce(request);
      } catch (error) {
        isUnsent &&= error instanceof NoAnswerError && error.isUnsent;
        const attempt = { tried, tries: triesHere, isRepeatable, isAnswerFinal };
        const waitMs = waitBeforeRetry(error, attempt);
        if (waitMs === null) throw isUnsent ? error : afterSending(error);
        await pause(waitMs, request.signal);
      }
    }
  }

  async function send(request: WireRequest): Promise<JsonRecord> {
    const { body } = await exchange(request);
    if (body === null) throw new NoAnswerError(`${base} answers, but not like this service`, 304);
    return body;
  }

  const sendTagged: Transport['sendTagged'] = (request, tag) =>
    exchange({
      ...request,
      headers: { ...request.headers, ...(tag === null ? {} : { 'if-none-match': tag }) },
    });

  return { send, sendTagged, open };
}

/** The platform's `fetch` throws a `TypeError`; another one that the client was given says why itself. */
function wordsOf(error: unknown, base: string): string {
  return error instanceof Error && !(error instanceof TypeError)
    ? error.message
    : `no service answers at ${base}`;
}

/** The answer's body and tag. Throws what it says where it is a refusal. */
async function readAnswer(response: Response, base: string): Promise<TaggedAnswer> {
  const tag = response.headers.get('etag');
  if (response.status === 304) return { body: null, tag };
  const body = readJson(await response.text());
  if (body === null)
    throw new NoAnswerError(`${base} answers, but not like this service`, response.status);
  if (!response.ok) throw new ServiceError(response.status, body);
  return { body, tag };
}

function readJson(text: string): JsonRecord | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as JsonRecord)
      : null; // CAST: an object that is not an array.
  } catch {
    return null;
  }
}

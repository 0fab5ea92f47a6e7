import { isUnsentBy, NoAnswerError } from './no-answer-error.ts';
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
}

/** JSON over HTTP, with the retries that are safe. */
export interface Transport {
  /**
   * Throws `ServiceError` for refusals, `NoAnswerError` where no answer comes, and the signal's
   * reason once aborted.
   */
  readonly send: (request: WireRequest) => Promise<JsonRecord>;
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

  async function sendOnce(request: WireRequest): Promise<JsonRecord> {
    const { signal } = request;
    const deadline = AbortSignal.timeout(timeoutMs);
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

  async function send(request: WireRequest): Promise<JsonRecord> {
    const isPost = request.method === 'POST';
    const isRepeatable = !isPost || request.headers?.['idempotency-key'] !== undefined;
    const isAnswerFinal = isPost && sendsRefusedOnce;
    let isUnsent = true;
    for (let tried = 1; ; tried += 1) {
      try {
        return await sendOnce(request);
      } catch (error) {
        isUnsent &&= error instanceof NoAnswerError && error.isUnsent;
        const waitMs = waitBeforeRetry(error, { tried, tries, isRepeatable, isAnswerFinal });
        if (waitMs === null) throw isUnsent ? error : afterSending(error);
        await pause(waitMs, request.signal);
      }
    }
  }

  return { send, open };
}

/** The platform's `fetch` throws a `TypeError`; another one that the client was given says why itself. */
function wordsOf(error: unknown, base: string): string {
  return error instanceof Error && !(error instanceof TypeError)
    ? error.message
    : `no service answers at ${base}`;
}

/** The last try reached nobody, an earlier one may have. */
function afterSending(error: unknown): unknown {
  if (!(error instanceof NoAnswerError) || !error.isUnsent) return error;
  return new NoAnswerError(error.message, error.status, { cause: error });
}

/** The answer's body. Throws what it says where it is a refusal. */
async function readAnswer(response: Response, base: string): Promise<JsonRecord> {
  const body = readJson(await response.text());
  if (body === null)
    throw new NoAnswerError(`${base} answers, but not like this service`, response.status);
  if (!response.ok) throw new ServiceError(response.status, body);
  return body;
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

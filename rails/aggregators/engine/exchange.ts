import {
  isRelayError,
  type OutboundHttp,
  type OutboundResponse,
  RelayError,
} from '@interline/plugins';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';

/** What one HTTP exchange with an engine depends on. */
export interface ExchangeTerms {
  readonly engine: string;
  readonly bases: { readonly base: string; readonly status: string };
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
}

/** Sends a request and returns the raw response; every error names the engine, not the network. */
export async function exchange(
  line: ExchangeTerms,
  http: OutboundHttp,
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { method, body, headers } = request;
  const { bases, deadlineMs, maxResponseBytes } = line;
  try {
    return await http.request(
      {
        url: requestUrl(bases[request.at ?? 'base'], request),
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        deadlineMs,
        maxResponseBytes,
      },
      signal,
    );
  } catch (cause) {
    throw signal.aborted ? calledOff(line.engine, signal) : translated(line, cause);
  }
}

/** Joins base, path and the query's defined values; `base` may have a path of its own. */
function requestUrl(
  base: string,
  { path, query = {} }: Pick<UpstreamRequest, 'path' | 'query'>,
): string {
  const values = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const search = values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
  return `${base.replace(/\/+$/, '')}${path}${search}`;
}

function translated({ engine, deadlineMs }: ExchangeTerms, cause: unknown): RelayError {
  return isRelayError(cause) && cause.code === 'RAIL_TIMEOUT'
    ? new RelayError(
        'RAIL_TIMEOUT',
        { rail: engine, deadlineMs },
        `${engine} did not answer within ${deadlineMs} ms`,
        { cause },
      )
    : new RelayError('RAIL_FAULT', { rail: engine }, `the connection to ${engine} failed`, {
        cause,
      });
}

/**
 * The error for a request whose signal aborted: our own deadline counts as the engine's fault, a
 * caller that left does not.
 */
export function calledOff(engine: string, { reason }: AbortSignal): RelayError {
  return isRelayError(reason)
    ? reason
    : new RelayError(
        'RAIL_TIMEOUT',
        { rail: engine, isAbandoned: true },
        `the request to ${engine} was given up`,
      );
}

/**
 * The response as an engine's folder sees it. An error status may come with an HTML page, which
 * then reads as null. A success without JSON is a fault; so is a redirect, because following one
 * would send the API key elsewhere.
 */
export function readAnswer(engine: string, { status, body }: OutboundResponse): UpstreamAnswer {
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess && (status < 400 || status >= 500))
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, status },
      `${engine} answered with status ${status}`,
    );
  const parsed = parseJson(body);
  if (parsed === undefined && isSuccess)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, status },
      `${engine} answered something that is no JSON`,
    );
  return { status, body: parsed ?? null };
}

/** Undefined for text that is not JSON; the parser's error quotes the text, so it is dropped. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

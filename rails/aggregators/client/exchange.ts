import {
  isRelayError,
  type OutboundHttp,
  type OutboundResponse,
  RelayError,
} from '@interline/plugins';
import type { UpstreamRequest } from '../upstream/upstream.ts';
import { calledOff } from './called-off.ts';
import type { EngineLine } from './engine-line.ts';
import { requestUrl } from './request-url.ts';

/**
 * Sends a request and gives what came back; what can go wrong on the way is told in the engine's
 * name.
 */
export async function exchange(
  line: EngineLine,
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

function translated({ engine, deadlineMs }: EngineLine, cause: unknown): RelayError {
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

import { Agent, type Dispatcher, errors } from 'undici';
import { RelayError } from '@interline/kernel';
import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/ports';
import { bounded, type Bounds, flattened, tooLate } from './bounds.ts';
import { gathered } from './gathered.ts';

export interface ClosableOutboundHttp extends OutboundHttp {
  /** Requests under way fail; call it last. */
  close(): Promise<void>;
}

const defaultMaxResponseBytes = 1024 * 1024;
/** A connection carries one request at a time; fewer connections would queue a burst of quotes. */
const connectionsPerOrigin = 256;

/** Does not follow redirects. Errors never contain the URL, which may hold an API key. */
export function outboundHttp(): ClosableOutboundHttp {
  const agent = new Agent({ connections: connectionsPerOrigin });
  return {
    async request(request, signal) {
      const url = URL.parse(request.url);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw fault('the URL is not an http or https URL');

      const bounds = bounded(request.deadlineMs, signal);
      try {
        return await exchange(agent, url, request, bounds);
      } catch (error) {
        throw translated(error, bounds.signal.aborted);
      } finally {
        bounds.release();
      }
    },
    close: () => agent.destroy(),
  };
}

function exchange(
  agent: Agent,
  url: URL,
  { method, headers, body, maxResponseBytes = defaultMaxResponseBytes }: OutboundRequest,
  bounds: Bounds,
): Promise<OutboundResponse> {
  return bounds.within(
    new Promise<OutboundResponse>((resolve, reject) => {
      agent.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method,
          headers: { ...headers },
          body: body ?? null,
        },
        wholeAnswer(maxResponseBytes, bounds, resolve, reject),
      );
    }),
  );
}

/**
 * Takes an answer as it comes off the socket. Undici's own `request` makes a stream of it, which
 * doubles the cost of the exchange; an answer that is read whole, within a size, does not need one.
 */
function wholeAnswer(
  maxBytes: number,
  { signal }: Bounds,
  resolve: (answer: OutboundResponse) => void,
  reject: (reason: Error) => void,
): Dispatcher.DispatchHandler {
  const body = gathered(maxBytes);
  let status = 0;
  let headers: Parameters<typeof flattened>[0] = {};
  return {
    onRequestStart(controller) {
      // It may have waited for a connection until its caller gave up.
      if (signal.aborted) return controller.abort(tooLate);
      signal.addEventListener('abort', () => controller.abort(tooLate), { once: true });
    },
    onResponseStart(_, statusCode, received) {
      status = statusCode;
      headers = received;
    },
    onResponseData(controller, chunk) {
      if (body.take(chunk)) return;
      const tooLarge = fault(`the answer is larger than ${maxBytes} bytes`);
      reject(tooLarge);
      controller.abort(tooLarge);
    },
    onResponseEnd() {
      resolve({ status, headers: flattened(headers), body: body.text() });
    },
    onResponseError(_, error) {
      reject(error);
    },
  };
}

function translated(error: unknown, isLate: boolean): RelayError {
  if (error instanceof RelayError) return error;
  if (isLate || error instanceof errors.ConnectTimeoutError)
    return new RelayError('RAIL_TIMEOUT', {}, 'the upstream did not answer in time');
  // No cause: the library's messages name hosts and addresses.
  return fault('the connection to the upstream failed');
}

function fault(what: string): RelayError {
  return new RelayError('RAIL_FAULT', {}, what);
}

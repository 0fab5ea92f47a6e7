import { Agent, errors, request as send } from 'undici';
import { RelayError } from '@interline/kernel';
import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/ports';
import { bounded, type Bounds, flattened } from './bounds.ts';

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

async function exchange(
  agent: Agent,
  url: URL,
  { method, headers, body, maxResponseBytes }: OutboundRequest,
  { signal, within }: Bounds,
): Promise<OutboundResponse> {
  const answer = await within(
    send(url, { dispatcher: agent, method, headers: { ...headers }, body: body ?? null, signal }),
  );
  const text = await readText(answer.body, maxResponseBytes ?? defaultMaxResponseBytes);
  return { status: answer.statusCode, headers: flattened(answer.headers), body: text };
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop destroys the socket.
    if (bytes > maxBytes) throw fault(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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

import { Client, type Dispatcher } from 'undici';
import type { SafeAnswer, SafeHttp, SafeRequest } from '@interline/ports';
import { bounded, type Bounds, flattened } from './bounds.ts';
import { checkedLookup, resolveName, type ResolveName, UnsafeAddress } from './checked-lookup.ts';
import { readPublicUrl } from './read-public-url.ts';

interface SafeHttpOptions {
  /** Allows loopback addresses, for a client that is tried out on the same machine. */
  readonly allowLoopback?: boolean;
  /** The name servers when left out. */
  readonly resolve?: ResolveName;
}

/** HTTP to URLs that clients chose. Each request has its own connection, closed after it. */
export function safeHttp({
  allowLoopback = false,
  resolve = resolveName,
}: SafeHttpOptions = {}): SafeHttp {
  const lookup = checkedLookup(resolve, allowLoopback);
  return {
    judge(text) {
      const read = readPublicUrl(text, allowLoopback);
      return read.ok ? { ok: true, host: read.url.hostname.replace(/\.$/, '') } : read;
    },

    async request(request, signal) {
      const read = readPublicUrl(request.url, allowLoopback);
      if (!read.ok) return { kind: 'unsafe' };
      const bounds = bounded(request.deadlineMs, signal);
      const client = new Client(read.url.origin, {
        connect: { lookup, timeout: request.deadlineMs },
        allowH2: false,
      });
      try {
        return await exchange(client, read.url, request, bounds);
      } catch (error) {
        if (error instanceof UnsafeAddress) return { kind: 'unsafe' };
        return { kind: bounds.signal.aborted ? 'timeout' : 'unreachable' };
      } finally {
        bounds.release();
        // Not awaited, because it would wait for a connection that is still being made.
        client.destroy().catch(() => undefined);
      }
    },
  };
}

async function exchange(
  client: Client,
  { pathname, search }: URL,
  request: SafeRequest,
  { signal, within }: Bounds,
): Promise<SafeAnswer> {
  const { method, headers, body } = request;
  const answer = await within(
    client.request({
      path: `${pathname}${search}`,
      method,
      headers: { ...headers },
      body,
      reset: true,
      signal,
    }),
  );
  await drain(answer.body, request.maxResponseBytes);
  return { kind: 'answered', status: answer.statusCode, headers: flattened(answer.headers) };
}

/**
 * Reads the body so that the connection closes cleanly. A body that is too long, never ends or
 * breaks off does not change the status.
 */
async function drain(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<void> {
  let bytes = 0;
  try {
    // CAST: undici's body has chunks of bytes.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes >= maxBytes) return;
    }
  } catch {
    // The body is not used.
  }
}

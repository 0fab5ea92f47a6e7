import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AccountHookEvent,
  type HookEvent,
  verifyWebhook,
  WebhookError,
} from '@interline/client';
import { systemCode } from '@interline/server/system-code';
import { WrongStateError } from '../exit-codes.ts';

/** What became of a delivery that came. */
export type Received =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'verified';
      readonly deliveryId: string;
      /** Of a route's webhook, or of an account's. */
      readonly event: HookEvent | AccountHookEvent;
      /** What the receiver behind answered; null where none was named, or it did not answer. */
      readonly forwarded: number | null;
      /** Why it did not answer. */
      readonly unforwarded: string | null;
    };

export interface HookReceiver {
  readonly port: number;
  close(): Promise<void>;
}

interface ReceiverOptions {
  /** 0 takes any free one. */
  readonly port: number;
  readonly secret: string;
  readonly forwardTo: string | null;
  readonly onReceived: (received: Received) => void;
}

const mostBytes = 65_536;
/** The service gives each try ten seconds. */
const forwardWithinMs = 9_000;

/**
 * Takes webhooks on this machine, and passes those whose signature holds on as they came. The service
 * is answered what the receiver behind says, so that its tries go on as they would without this.
 */
export async function receiveHooks(options: ReceiverOptions): Promise<HookReceiver> {
  const server = createServer((request, response) => {
    void deliver(request, options).then(
      ({ status, retryAfter }) =>
        response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter }).end(),
      () => response.destroy(),
    );
  }).listen(options.port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new WrongStateError(
      `port ${options.port} cannot be taken (${systemCode(error)}); name another with --port`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port, // CAST: a TCP server's address.
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

async function deliver(
  request: IncomingMessage,
  { secret, forwardTo, onReceived }: ReceiverOptions,
): Promise<Answer> {
  const body = await bodyOf(request);
  const refuse = (status: number, reason: string): Answer => {
    onReceived({ kind: 'refused', reason });
    return { status, retryAfter: null };
  };
  if (body === null) return refuse(413, `its body has more than ${mostBytes} bytes`);
  try {
    const event = await verifyWebhook<HookEvent | AccountHookEvent>(
      { body, headers: request.headers },
      { secret },
    );
    const deliveryId = String(request.headers['webhook-id'] ?? '');
    const verified = { kind: 'verified', deliveryId, event } as const;
    if (forwardTo === null) {
      onReceived({ ...verified, forwarded: null, unforwarded: null });
      return { status: 204, retryAfter: null };
    }
    const { answer, why } = await forward(forwardTo, body, request.headers);
    onReceived({ ...verified, forwarded: answer?.status ?? null, unforwarded: why });
    return answer ?? { status: 502, retryAfter: null };
  } catch (error) {
    if (error instanceof WebhookError) return refuse(401, error.message);
    throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // CAST: what a server's request streams.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** What a receiver reads of a delivery; the rest is of the connection. */
const passedOn = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-svc-signature',
] as const;

async function forward(
  url: string,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<{ readonly answer: Answer | null; readonly why: string | null }> {
  const passed = passedOn.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: passed,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardWithinMs),
    });
    await response.body?.cancel();
    const retryAfter = response.headers.get('retry-after');
    return { answer: { status: response.status, retryAfter }, why: null };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const why = isLate ? `no answer in ${forwardWithinMs / 1_000} s` : `nothing answers at ${url}`;
    return { answer: null, why };
  }
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parts } from '@interline/server';
import type { Container } from 'inversify';
import { until } from './until.ts';

export interface HookRequest {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

export interface HookAnswerScript {
  /** Null never answers. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client's own server for webhooks, which notes what it was sent and answers as told. */
export interface HookEndpoint {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly HookRequest[];
  answers(script: (path: string) => HookAnswerScript): void;
  /** The requests, once there are as many. */
  until(count: number): Promise<readonly HookRequest[]>;
  close(): Promise<void>;
}

/** The deployment as it is, but its hooks reach this machine. */
export function allowLoopbackHooks(container: Container): void {
  const deployment = container.get(parts.deployment);
  container
    .rebind(parts.deployment)
    .toConstantValue({ ...deployment, hooks: { allowLoopback: true } });
}

export async function hookEndpoint(): Promise<HookEndpoint> {
  const requests: HookRequest[] = [];
  let answerOf: (path: string) => HookAnswerScript = () => ({ status: 204 });
  const server = createServer((request, response) => {
    void request.toArray().then(
      (chunks) => {
        const path = request.url ?? '';
        const { status, headers = {} } = answerOf(path);
        requests.push({
          path,
          id: String(request.headers['webhook-id']),
          headers: request.headers,
          body: Buffer.concat(chunks as Buffer[]).toString(),
          status: status ?? 0,
        }); // CAST: what a server's request streams.
        if (status !== null) response.writeHead(status, headers).end();
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: a TCP server's address.
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answers(script) {
      answerOf = script;
    },
    async until(count) {
      await until(`${count} webhooks`, () => requests.length >= count, 10);
      return [...requests];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

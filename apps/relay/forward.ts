import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface GatewayAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Forwards a request's bytes and their type, and nothing else. Null without a response, or for a
 * status outside 200 to 599, which cannot be passed on.
 */
export interface Forwarder {
  forward(gateway: string, body: Buffer): Promise<GatewayAnswer | null>;
  close(): void;
}

const withinMs = 30_000;
const mostBytes = 1_048_576;
const connections = 64;

export function forwarder(): Forwarder {
  const http = new HttpAgent({ keepAlive: true, maxSockets: connections });
  const https = new HttpsAgent({ keepAlive: true, maxSockets: connections });
  return {
    forward: (gateway, body) => {
      const isTls = gateway.startsWith('https:');
      const options = {
        method: 'POST',
        headers: { 'content-type': 'message/ohttp-req', 'content-length': body.length },
        signal: AbortSignal.timeout(withinMs),
      };
      return new Promise((resolve) => {
        const sending = isTls
          ? httpsRequest(gateway, { ...options, agent: https })
          : httpRequest(gateway, { ...options, agent: http });
        sending.on('response', (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > mostBytes) sending.destroy();
            else chunks.push(chunk);
          });
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const type = response.headers['content-type'] ?? 'application/octet-stream';
            const isAnswer = status >= 200 && status <= 599;
            resolve(isAnswer ? { status, type, body: Buffer.concat(chunks) } : null);
          });
          response.on('close', () => resolve(null));
        });
        // An unrequested protocol upgrade; without this listener the request would never end.
        sending.on('upgrade', (_response, socket) => {
          socket.destroy();
          resolve(null);
        });
        // The reason is not logged, because it would show who asked, and when.
        sending.on('error', () => resolve(null));
        sending.end(body);
      });
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

// The eight calls of a quote and nothing else: node:http before undici. Not for import.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { FanOutOrder } from './fan-out-words.ts';

process.once('message', (message) => {
  const order = message as FanOutOrder; // CAST: only the bench writes to this channel.
  const ask = fanOut(order);
  const server = createServer((request, response) => {
    void json(request)
      .then(ask)
      .then((answer) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      );
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () =>
    // CAST: a TCP server's address.
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
});
process.on('disconnect', () => process.exit());

function fanOut({ urls, calls, connections }: FanOutOrder): () => Promise<object> {
  const pools = new Map(
    Object.entries(urls).map(([name, url]) => [name, new Pool(url, { connections })]),
  );
  return async () => {
    const answers = await Promise.all(
      calls.map(async ({ engine, method, path, body }) => {
        const pool = pools.get(engine);
        if (pool === undefined) throw new Error(`there is no engine ${engine}`);
        const answer = await pool.request({
          method,
          path,
          ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
        });
        return answer.body.json();
      }),
    );
    return { bestOf: answers.length };
  };
}

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type HookReceiver, receiveHooks, type Received } from './hook-receiver.ts';

const secret = 'the receiver knows it';
const event = { event: 'route.done', routeId: `rt_${'1'.repeat(32)}`, status: 'DONE' };

describe('what takes webhooks on this machine', () => {
  let received: Received[];
  let behind: Server;
  let arrived: { body: string; id: unknown }[];
  let status: number;
  let receiver: HookReceiver;
  beforeEach(async () => {
    [received, arrived, status] = [[], [], 200];
    behind = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        const body = Buffer.concat(chunks as Buffer[]).toString(); // CAST: what a server's request streams.
        arrived.push({ body, id: request.headers['webhook-id'] });
        response.writeHead(status, { 'retry-after': '7' }).end('a page of its own');
      });
    }).listen(0, '127.0.0.1');
    await once(behind, 'listening');
    receiver = await receiveHooks({
      port: 0,
      secret,
      forwardTo: `http://127.0.0.1:${portOf(behind)}/hooks`,
      onReceived: (one) => received.push(one),
    });
  });
  afterEach(async () => {
    await receiver.close();
    behind.close();
    behind.closeAllConnections();
  });

  it('passes on what is signed as it came, and answers what the receiver behind answers', async () => {
    status = 503;
    const body = JSON.stringify(event);

    const answer = await deliver(body, signatureOf(body));

    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '7']);
    expect(arrived).to.deep.equal([{ body, id: 'wd_1' }]);
    expect(received).to.deep.equal([
      { kind: 'verified', deliveryId: 'wd_1', event, forwarded: 503, unforwarded: null },
    ]);
  });

  it('refuses what is unsigned, signed with another secret, or changed, and forwards none of it', async () => {
    const body = JSON.stringify(event);
    const { 'webhook-signature': _signature, ...unsigned } = signatureOf(body);

    const statuses = [
      (await deliver(body, unsigned)).status,
      (await deliver(body, signatureOf(body, 'another'))).status,
      (await deliver(`${body} `, signatureOf(body))).status,
      (await deliver('x'.repeat(65_537), signatureOf(body))).status,
    ];

    expect(statuses).to.deep.equal([401, 401, 401, 413]);
    expect(arrived).to.deep.equal([]);
    expect(received).to.deep.equal([
      { kind: 'refused', reason: 'the delivery is not signed' },
      { kind: 'refused', reason: 'the signature does not hold' },
      { kind: 'refused', reason: 'the signature does not hold' },
      { kind: 'refused', reason: 'its body has more than 65536 bytes' },
    ]);
  });

  it('answers 502 while the receiver behind it is down, so that the delivery is sent again', async () => {
    const port = portOf(behind);
    behind.close();
    behind.closeAllConnections();
    const body = JSON.stringify(event);

    const answer = await deliver(body, signatureOf(body));

    expect(answer.status).to.equal(502);
    expect(received).to.deep.equal([
      {
        kind: 'verified',
        deliveryId: 'wd_1',
        event,
        forwarded: null,
        unforwarded: `nothing answers at http://127.0.0.1:${port}/hooks`,
      },
    ]);
  });

  function deliver(body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body, headers });
  }
});

function signatureOf(body: string, key = secret) {
  const sent = String(Math.floor(Date.now() / 1_000));
  const hmac = createHmac('sha256', key).update(`wd_1.${sent}.${body}`).digest('base64');
  return { 'webhook-id': 'wd_1', 'webhook-timestamp': sent, 'webhook-signature': `v1,${hmac}` };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // CAST: a TCP server's address.
}

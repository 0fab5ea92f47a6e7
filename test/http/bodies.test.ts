import { connect } from 'node:net';
import { errorBody } from '@interline/http';
import { payer, recipient } from '@interline/http/testing';
import { expect } from 'chai';
import { type Reply, type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const posts = ['/api/route/quote', '/api/agent/do', '/api/route/execute', '/api/floatlane/execute'];

describe('the body reader', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('takes 65,536 bytes and refuses 65,537, declared or streamed', async () => {
    for (const path of posts) {
      const sent = async (bytes: number): Promise<Reply> => service.post(path, padded(bytes));

      expect((await sent(65_536)).status, path).to.equal(200);
      expect(
        await sent(65_537).then(({ status, body }) => [status, body['errorCode']]),
        path,
      ).to.deep.equal([413, 'BODY_TOO_LARGE']);
    }
    expect(await streamed(service.url, padded(65_536))).to.equal(200);
    expect(await streamed(service.url, padded(65_537))).to.equal(413);
  });

  it('refuses by the declared length alone, before the body is sent', async () => {
    const answer = await raw(
      service.url,
      'POST /api/route/quote HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\nconnection: close\r\n\r\n',
    );

    expect(answer).to.match(/^HTTP\/1\.1 413 /);
  });

  it('serves the next request of the same connection after a refused one', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await service.post('/api/route/quote', padded(200_000))).status).to.equal(413);
      expect((await service.post('/api/route/quote', lane)).status).to.equal(200);
    }
  });

  it('takes its cap from the composition', async () => {
    const small = await startService({ bodyCapBytes: 200 });

    expect((await small.post('/api/route/quote', padded(200))).status).to.equal(200);
    expect((await small.post('/api/route/quote', padded(201))).body['details']).to.deep.equal({
      capBytes: 200,
    });
    await small.close();
  });

  it('reads 32 levels and refuses 33', async () => {
    const nested = (depth: number): string =>
      `${JSON.stringify(lane).slice(0, -1)},"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

    expect((await service.post('/api/route/quote', nested(32))).status).to.equal(200);
    expect((await service.post('/api/route/quote', nested(33))).body['errorCode']).to.equal(
      'BAD_REQUEST',
    );
  });

  it('refuses duplicate keys and prototype keys everywhere, so that they can decide nothing', async () => {
    const poisoned = [
      '{"__proto__":{"live":true}}',
      '{"live":false,"live":true}',
      '{"constructor":{"prototype":{"live":true}}}',
    ];
    for (const path of posts) {
      for (const poison of poisoned) {
        const { status, body } = await service.post(
          path,
          `${JSON.stringify({ ...lane, toAddress: recipient, fromAddress: payer }).slice(0, -1)},${poison.slice(1)}`,
        );
        expect([status, body['errorCode']], `${path} ${poison}`).to.deep.equal([
          400,
          'BAD_REQUEST',
        ]);
      }
      expect((await service.post(path, '{"__proto__":{"live":true}}')).body['errorCode']).to.equal(
        'BAD_REQUEST',
      );
    }
  });

  it('takes application/json or no content type, and no encodings', async () => {
    const typed = async (headers: Record<string, string>): Promise<number> =>
      (await service.post('/api/route/quote', lane, headers)).status;

    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/json;charset=utf-8',
    ])
      expect(await typed({ 'content-type': type }), type).to.equal(200);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data; boundary=x',
    ])
      expect(await typed({ 'content-type': type }), type).to.equal(400);
    expect(await typed({ 'content-encoding': 'gzip' })).to.equal(400);
    const body = JSON.stringify(lane);
    expect(
      await raw(
        service.url,
        `POST /api/route/quote HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      ),
    ).to.match(/^HTTP\/1\.1 200 /);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const response = await fetch(`${service.url}/api/route/quote`, {
      method: 'POST',
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });

    expect(errorBody.parse(await response.json()).error).to.equal('the body is not valid UTF-8');
  });

  it('survives a client that leaves in the middle of its body', async () => {
    await raw(
      service.url,
      'POST /api/route/quote HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"fromChain"',
      { leaveAfterMs: 30 },
    );

    expect((await service.post('/api/route/quote', lane)).status).to.equal(200);
  });
});

/** A valid quote body, and agent and execute body too, of that many bytes. */
function padded(bytes: number): string {
  const text = JSON.stringify({ ...lane, fromAddress: payer, toAddress: recipient });
  return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`;
}

/** Sends without a declared length, in pieces. */
async function streamed(url: string, text: string): Promise<number> {
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000)
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 10_000)));
      controller.close();
    },
  });
  const response = await fetch(`${url}/api/route/quote`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Writes bytes to the port as they are and returns all that comes back until the connection ends.
 */
async function raw(
  url: string,
  bytes: string,
  { leaveAfterMs }: { readonly leaveAfterMs?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    if (leaveAfterMs !== undefined) setTimeout(() => socket.destroy(), leaveAfterMs);
  });
}

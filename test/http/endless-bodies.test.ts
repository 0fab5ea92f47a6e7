import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from 'node:net';
import { payer, recipient } from '@interline/http/testing';
import { endpoints } from '@interline/http';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const gigabyte = 1_000_000_000;
const piece = Buffer.alloc(65_536, 0x20);

function takesBody({ method, request, binary }: (typeof endpoints)[number]): boolean {
  return method === 'POST' && (request.body !== undefined || binary !== undefined);
}

describe('a body of a gigabyte', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('is refused and cut off by every POST that takes a body before a thousandth of it was sent, streamed or declared', async () => {
    for (const { path, binary } of endpoints.filter(takesBody)) {
      for (const how of ['transfer-encoding: chunked', `content-length: ${gigabyte}`]) {
        const { answer, taken } = await pour(
          service.url,
          `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${binary?.takes ?? 'application/json'}\r\n${how}\r\n\r\n`,
          how.startsWith('transfer'),
        );

        expect(answer, `${path} ${how}`).to.match(/^HTTP\/1\.1 413 /);
        expect(taken, `${path} ${how}`).to.be.below(16_000_000);
      }
    }
  });

  it('is cut off just so if no handler reads it: on a GET, by a POST without a body, at an unknown path, by another type', async () => {
    for (const [head, status] of [
      ['GET /api/status HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n', 200],
      ['POST /api/account/nonce HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n', 200],
      ['POST /api/nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n', 404],
      [
        'POST /api/route/quote HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n',
        400,
      ],
    ] as const) {
      const { answer, taken } = await pour(service.url, head, true);

      expect(answer, head).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(taken, head).to.be.below(16_000_000);
    }
  });

  it('costs no memory: a hundred of them at once leave the heap as it was', async () => {
    const head =
      'POST /api/route/execute HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    await pour(service.url, head, true);
    const before = memoryInUse();

    const poured = await Promise.all(
      Array.from({ length: 100 }, async () => pour(service.url, head, true)),
    );
    const after = memoryInUse();

    expect(poured.every(({ answer }) => answer.startsWith('HTTP/1.1 413 '))).to.equal(true);
    expect(after - before).to.be.below(64_000_000);
    expect(
      (
        await service.post('/api/agent/do', {
          fromChain: 8453,
          toChain: 42161,
          amount: '25000000',
          token: 'USDC',
          fromAddress: payer,
          toAddress: recipient,
        })
      ).status,
    ).to.equal(200);
  });
});

/** In bytes, without what only waits to be collected. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  // CAST: what the flag above brings into a new context.
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Writes until it is cut off or the gigabyte is out, as fast as the connection takes it. */
async function pour(
  url: string,
  head: string,
  isChunked: boolean,
): Promise<{ readonly answer: string; readonly taken: number }> {
  const { hostname, port } = new URL(url);
  const chunk = isChunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      fill();
    });
    const fill = (): void => {
      while (
        !socket.destroyed &&
        socket.bytesWritten + socket.writableLength < gigabyte &&
        socket.write(chunk)
      );
    };
    socket
      .on('drain', fill)
      .on('error', () => undefined)
      .on('data', (bytes) => {
        answer += bytes.toString();
      });
    socket.on('close', () => resolve({ answer, taken: socket.bytesWritten }));
  });
}

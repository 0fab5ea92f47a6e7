import { createClient, type Posture } from '@interline/client';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Harness, startHarness } from '../support/harness.ts';

/** A service whose public address is a web server of the test's, and whose resolver is one too. */
describe('the posture of a public address', () => {
  let harness: Harness;
  let web: Server;
  let resolver: Socket;
  let onion: string | null;
  let record: string | null;
  let laterMs: number;
  before(async () => {
    [onion, record, laterMs] = ['http://interline2exampleaddress.onion', withEch, 0];
    web = createServer((_request, response) => {
      response.writeHead(200, onion === null ? {} : { 'onion-location': `${onion}/api` }).end();
    });
    web.listen(0, '127.0.0.1');
    resolver = createSocket('udp4');
    resolver.on('message', (asked, { port, address }) =>
      resolver.send(answerTo(asked, record), port, address),
    );
    resolver.bind(0, '127.0.0.1');
    await Promise.all([once(web, 'listening'), once(resolver, 'listening')]);
    const { port } = web.address() as AddressInfo; // CAST: it listens on a port.
    harness = await startHarness({
      rebind: (container) => {
        const deployment = container.get(parts.deployment);
        const clock = container.get(parts.clock);
        container.rebind(parts.deployment).toConstantValue({
          ...deployment,
          server: {
            ...deployment.server,
            publicUrl: `http://localhost:${port}`,
            resolver: `127.0.0.1:${resolver.address().port}`,
          },
        });
        container
          .rebind(parts.clock)
          .toConstantValue({ ...clock, monotonic: () => clock.monotonic() + laterMs });
      },
    });
  });
  after(async () => {
    await harness.stop();
    web.close();
    resolver.close();
  });

  const ask = (): Promise<Posture> =>
    createClient({ baseUrl: harness.url }).call('GET /api/privacy/posture', {});

  it('shows what was seen of it and of its name, and changes within a minute', async () => {
    const both = await ask();
    [onion, record] = [null, withoutEch];
    const within = await ask();
    laterMs = 60_000;
    const neither = await ask();
    record = null;
    laterMs = 120_000;
    const unanswered = await ask();

    const seen = ({ network, features }: Posture) => [
      network.onion,
      network.autoTransport,
      network.encryptedDns,
      features.nettingSet,
    ];
    expect([both, within, neither, unanswered].map(seen)).to.deep.equal([
      ['http://interline2exampleaddress.onion', true, true, 0],
      ['http://interline2exampleaddress.onion', true, true, 0],
      [null, false, false, 0],
      [null, false, false, 0],
    ]);
  });
});

// As in `adapters/origin-probe/https-record.test.ts`: with an `ech` parameter, and `alpn="h2,h3"` alone.
const withEch = '000100000500160014fe0d0010000102030405060708090a0b0c0d0e0f';
const withoutEch = '00010000010006026832026833';

/** One HTTPS record for the name that was asked for; null refuses. */
function answerTo(asked: Buffer, data: string | null): Buffer {
  const header = Buffer.from(
    data === null ? '81820001000000000000' : '81800001000100000000',
    'hex',
  );
  // The question ends where the additional record begins: eleven bytes, without data.
  const question = asked.subarray(12, asked.length - 11);
  const start = Buffer.concat([asked.subarray(0, 2), header, question]);
  if (data === null) return start;
  const record = Buffer.from(data, 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(record.length, 0);
  return Buffer.concat([start, Buffer.from('c00c004100010000012c', 'hex'), length, record]);
}

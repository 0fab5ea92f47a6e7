import { privateFetch } from '@interline/client/private';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

describe('a private request', () => {
  /** RFC 9458, appendix A: its key configuration, behind its length. */
  const document = Uint8Array.from(
    Buffer.from(
      '002d01002031e1f05a740102115220e9af918f738674aec95f54db6e04eb705aae8e79815500080001000100010003',
      'hex',
    ),
  );

  it('follows no relay that sends it on to the service', async () => {
    const keys = Buffer.from(document).toString('base64');
    const asked: string[] = [];
    const service = await serve(({ method, url }, answer) => {
      asked.push(`${method} ${url}`);
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ keys, relays: [{ url: relay.url }], log: null }));
    });
    const relay = await serve((_request, answer) => {
      answer.writeHead(307, { location: `${service.url}/api/route/compare` }).end();
    });
    const outcome = await privateFetch({ baseUrl: service.url })(`${service.url}/api/status`, {
      method: 'GET',
    }).catch((error: unknown) => String(error));
    service.close();
    relay.close();

    expect([outcome, asked]).to.deep.equal([
      `Error: no relay answers at ${relay.url}`,
      ['GET /api/ohttp/keys'],
    ]);
  });
});

/** A server of this machine that answers so. */
async function serve(answer: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: it listens on TCP.
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

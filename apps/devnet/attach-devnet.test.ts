import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { attachDevnet } from './attach-devnet.ts';
import { freePorts } from './chains/start-anvil.ts';

const report = {
  instance: '00'.repeat(16),
  chains: [
    {
      chainId: 8453,
      name: 'Base',
      rpcUrl: 'http://127.0.0.1:1',
      tokens: [{ symbol: 'USDC', address: '0x01', decimals: 6 }],
      memberNft: '0x02',
      bridge: '0x03',
    },
  ],
  upstreams: [{ engine: 'lifi', url: 'http://127.0.0.1:2' }],
};

describe('attaching to a devnet', () => {
  it('answers what the devnet reports', async () => {
    for (const path of ['', '/', '/devnet', '/devnet/'])
      expect(await attachTo(200, JSON.stringify(report), path)).to.deep.include(report);
  });

  it('says that no devnet is there', async () => {
    const [port = 0] = await freePorts(1);

    expect(await messageOf(attachDevnet(`http://127.0.0.1:${port}`))).to.equal(
      `no devnet answers at http://127.0.0.1:${port}; start one with "npm run devnet"`,
    );
  });

  const strangers: [string, number, string, string][] = [
    ['a web page', 200, '<html></html>', 'is not valid JSON'],
    ['another service', 404, '{}', 'GET /devnet gives status 404'],
    ['a report without chains', 200, '{"instance":"ab"}', 'chains is not a list'],
    ['a report without upstreams', 200, '{"instance":"ab","chains":[]}', 'upstreams is not a list'],
    [
      'a report with a chain of text',
      200,
      '{"instance":"ab","chains":["8453"]}',
      'a chain is not an object',
    ],
  ];
  for (const [what, status, body, reason] of strangers) {
    it(`says that ${what} is not a devnet`, async () => {
      const message = await messageOf(attachTo(status, body));

      expect(message).to.contain('answers but is not a devnet: ').and.to.contain(reason);
    });
  }
});

async function attachTo(status: number, body: string, path = ''): Promise<unknown> {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as { port: number }; // CAST: a TCP server's address.
  try {
    return await attachDevnet(`http://127.0.0.1:${port}${path}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

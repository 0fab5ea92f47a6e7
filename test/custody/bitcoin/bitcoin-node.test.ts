import { type BitcoinNode, coreNode, esploraNode } from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { type RegtestNode, startEsplora } from '@interline/devnet';
import { chainRef, isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoinNodeContract } from './bitcoin-node-contract.ts';
import { sameAnswers } from './bitcoin-node-same-answers.ts';

const chain = chainRef('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
const { signal } = new AbortController();
const http = outboundHttp();
after(() => http.close());

const adapters = {
  'Bitcoin Core': (url: string, user = 'u', password = 'p', deadlineMs?: number) =>
    coreNode({
      ...{ chain, network: 'regtest', http, url, user, password },
      wallet: `watch-${randomBytes(4).toString('hex')}`,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    }),
  Esplora: (url: string, _user?: string, _password?: string, deadlineMs?: number) =>
    esploraNode({
      ...{ chain, network: 'regtest', http, url },
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    }),
} as const;

function both(): () => { core: BitcoinNode; esplora: BitcoinNode; bitcoin: RegtestNode } {
  const bitcoin = withBitcoind();
  let parts: { core: BitcoinNode; esplora: BitcoinNode; stop: () => Promise<void> } | undefined;
  before(async () => {
    const { rpcUrl, user, password } = bitcoin();
    const { url, stop } = await startEsplora(bitcoin());
    const core = adapters['Bitcoin Core'](rpcUrl, user, password);
    parts = { core, esplora: adapters.Esplora(url), stop };
  });
  after(() => parts?.stop());
  return () => {
    if (parts === undefined) throw new Error('the nodes are there from the first test on');
    return { ...parts, bitcoin: bitcoin() };
  };
}

describe('the Bitcoin Core adapter', () => {
  const nodes = both();
  bitcoinNodeContract(
    () => nodes().bitcoin,
    () => nodes().core,
  );
});

describe('the Esplora adapter', () => {
  const nodes = both();
  bitcoinNodeContract(
    () => nodes().bitcoin,
    () => nodes().esplora,
  );

  it('serves nothing from the API of another network', async () => {
    const mainnet = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
    await withServer(
      (request, response) =>
        response.end(request.url === '/block-height/0' ? mainnet : '7'.repeat(64)),
      async (url) => {
        const error = await failureOf(adapters.Esplora(url).blockHash(5, signal));
        expect(error).to.equal(
          'CHAIN_UNREACHABLE: the Esplora API serves another chain than regtest; check its URL',
        );
      },
    );
  });
});

describe('the Bitcoin Core and the Esplora adapter', () => {
  const nodes = both();

  it('give the same answers along any history of payments, replacements, blocks and reorgs', async () => {
    await fc.assert(
      fc.asyncProperty(sameAnswers.history, (history) => sameAnswers.check(nodes(), history)),
      { numRuns: 6 },
    );
  });
});

const faults: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'answers a web page': (_, response) => response.end('<html>Not Found</html>'),
  'answers a web page of 404': (_, response) => response.writeHead(404).end('<h1>Not Found</h1>'),
  'answers 500': (_, response) => response.writeHead(500).end('secret words'),
  'answers 429': (_, response) => response.writeHead(429).end('Too Many Requests'),
  'cuts its JSON': (_, response) => response.end('{"result":{"blocks":12'),
  'answers with members of other types': (_, response) =>
    response.end('{"result":{"blocks":"12","feerate":"12"}}'),
  'drops the connection': (request) => request.socket.destroy(),
};

for (const [name, adapter] of Object.entries(adapters))
  describe(`the ${name} adapter of a node that`, () => {
    for (const [fault, handle] of Object.entries(faults))
      it(`${fault} calls the chain unreachable without words of the node`, async () => {
        await withServer(handle, async (url) => {
          const node = adapter(url, 'u', 'p', 200);
          const id = '77'.repeat(32);
          const errors = await Promise.all([
            failureOf(node.tip(signal)),
            failureOf(node.blockHash(1, signal)),
            failureOf(node.transaction(id, signal)),
            failureOf(node.feeEstimate(6, signal)),
          ]);
          for (const error of errors) {
            expect(error).to.match(/^CHAIN_UNREACHABLE: /);
            expect(error).to.not.match(/127\.0\.0\.1|secret|html/i);
          }
          expect(await node.broadcast(oneTransaction, signal)).to.deep.equal({ kind: 'unknown' });
        });
      });
  });

/** The coinbase of the genesis block. */
const oneTransaction =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    return `no error: ${JSON.stringify(await call)}`;
  } catch (error) {
    return isRelayError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

async function withServer(handle: RequestListener, use: (url: string) => Promise<void>) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: it listens on a port.
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

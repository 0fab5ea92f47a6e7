import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { evmAddress, evmChain, type TokenRef } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { type ClosableOutboundHttp, outboundHttp } from '../outbound-http/outbound-http.ts';
import { defillamaPrices } from './defillama-prices.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const usdc: TokenRef = {
  chain: base,
  address: evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const ether: TokenRef = {
  chain: evmChain(10),
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
const mantle: TokenRef = {
  chain: evmChain(5000),
  address: 'native',
  symbol: 'MNT',
  decimals: 18,
  asset: 'MNT',
};
const unnamed: TokenRef = { ...usdc, chain: evmChain(4663) };

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quiet,
};

/** A local stand-in for coins.llama.fi: it answers what the test says, in the documented shape. */
describe('prices from DefiLlama', () => {
  let server: Server;
  let http: ClosableOutboundHttp;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    http = outboundHttp();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    await http.close();
    server.close();
  });

  let nowMs = 0;
  const source = (
    tokens: readonly TokenRef[],
    names: { coins?: Record<string, string>; chains?: Record<number, string> } = {},
  ) =>
    defillamaPrices(
      {
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        coins: {},
        chains: {},
        ...names,
      }, // CAST: it listens on a port.
      {
        http,
        clock: { monotonic: () => nowMs },
        log: quiet,
        tokens,
        stop: new AbortController().signal,
      },
    );
  const coins = (prices: Record<string, unknown>) => {
    answer = (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ coins: prices }));
  };
  const fair = {
    decimals: 6,
    symbol: 'USDC',
    price: 0.9998761,
    timestamp: 1_800_000_000,
    confidence: 0.99,
  };

  it('are fetched for all tokens with one request, by chain and address or the coin the config names', async () => {
    coins({
      'base:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': fair,
      'coingecko:ethereum': { ...fair, price: 3_456.7890125 },
    });
    const llama = source([usdc, ether, mantle, unnamed], { coins: { ETH: 'coingecko:ethereum' } });

    const prices = await Promise.all(
      [usdc, ether, mantle, unnamed].map(async (token) => llama.priceOf(token)),
    );

    expect(prices).to.deep.equal([
      { microUsd: 999_876n, asOfMs: 1_800_000_000_000 },
      { microUsd: 3_456_789_013n, asOfMs: 1_800_000_000_000 },
      null,
      null,
    ]);
    expect(asked).to.deep.equal([
      '/prices/current/base:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913,coingecko:ethereum,mantle:0x0000000000000000000000000000000000000000',
    ]);
  });

  it('are asked for again after 10 s, and by several requests if there are many tokens', async () => {
    coins({});
    const many = Array.from({ length: 51 }, (_, at) => ({
      ...usdc,
      address: evmAddress(`0x${String(at).padStart(40, '0')}`),
    }));
    const llama = source(many);

    for (const ms of [0, 9_999, 10_000]) {
      nowMs = ms;
      await llama.priceOf(usdc);
      await llama.priceOf(many[0] ?? usdc);
    }
    nowMs = 0;

    expect(asked.map((path) => path.split(',').length)).to.deep.equal([50, 1, 50, 1]);
  });

  it('use a name of a chain from the config', async () => {
    coins({ 'robinhood:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': fair });

    expect(
      await source([unnamed], { chains: { 4663: 'robinhood' } }).priceOf(unnamed),
    ).to.deep.equal({ microUsd: 999_876n, asOfMs: 1_800_000_000_000 });
  });

  it('give none for what it doubts itself or does not report properly', async () => {
    const bad = [
      { confidence: 0.89 },
      { confidence: 'high' },
      { price: '1.0' },
      { price: 0 },
      { price: -1 },
      { price: 1e-9 },
      { price: 1e12 },
      { price: null },
      { timestamp: '1800000000' },
      { timestamp: 1.5 },
    ];
    const name = 'base:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

    for (const change of bad) {
      coins({ [name]: { ...fair, ...change } });
      expect(await source([usdc]).priceOf(usdc), JSON.stringify(change)).to.equal(null);
    }
    coins({ [name]: { ...fair, confidence: 0.9 } });
    expect(await source([usdc]).priceOf(usdc)).to.not.equal(null);
  });

  it('give none if it is refused, redirected, cut off or sent something else', async () => {
    const offers: (typeof answer)[] = [
      (_request, response) => response.writeHead(429).end('{}'),
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (_request, response) => response.end('<html>502</html>'),
      (_request, response) => response.end('{"coins":[]}'),
      (_request, response) => response.end('null'),
      (_request, response) => response.destroy(),
      (_request, response) => response.end(`{"coins":{"x":"${'x'.repeat(300_000)}"}}`),
    ];

    for (const offer of offers) {
      answer = offer;
      expect(await source([usdc]).priceOf(usdc)).to.equal(null);
    }
    expect(asked.length).to.equal(7);
  });
});

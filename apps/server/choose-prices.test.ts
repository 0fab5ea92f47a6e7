import { expect } from 'chai';
import { choosePrices } from './open-prices.ts';
import { type MainnetConfig, mainnetConfigSchema } from './config/config-schema.ts';

const feed = {
  asset: 'ETH',
  chainId: 8453,
  address: '0xFEED000000000000000000000000000000000001',
  heartbeatSec: 1_200,
};

describe('where prices come from', () => {
  it('is nowhere when nothing is configured', () => {
    expect(choosePrices(config({}))).to.deep.equal({ kind: 'none' });
  });

  it('is DefiLlama and Chainlink by the config, with a minute and two percent as the rule', () => {
    expect(
      choosePrices(
        config({
          prices: {
            defillama: { coins: { ETH: 'coingecko:ethereum' }, chains: { 4663: 'robinhood' } },
            chainlink: { feeds: [feed] },
          },
        }),
      ),
    ).to.deep.equal({
      kind: 'sources',
      defillama: {
        baseUrl: 'https://coins.llama.fi',
        coins: { ETH: 'coingecko:ethereum' },
        chains: { 4663: 'robinhood' },
      },
      chainlink: [
        {
          asset: 'ETH',
          chain: 'eip155:8453',
          address: '0xfeed000000000000000000000000000000000001',
          heartbeatSec: 1_200,
        },
      ],
      rule: { maxAgeMs: 60_000, maxSpreadBps: 200, minSources: 1 },
    });
  });

  it('can be configured with another address and another rule', () => {
    const choice = choosePrices(
      config({
        prices: {
          defillama: { baseUrl: 'https://prices.example/llama/' },
          chainlink: { feeds: [feed] },
          maxAgeSec: 300,
          maxSpreadPct: 0.5,
          minSources: 2,
        },
      }),
    );

    expect(choice).to.deep.include({
      rule: { maxAgeMs: 300_000, maxSpreadBps: 50, minSources: 2 },
      defillama: { baseUrl: 'https://prices.example/llama', coins: {}, chains: {} },
    });
  });

  it('is not a feed on a chain outside the config', () => {
    expect(() =>
      choosePrices(config({ prices: { chainlink: { feeds: [{ ...feed, chainId: 1 }] } } })),
    ).to.throw('prices.chainlink: the feed of ETH is on chain 1; wanted one of 8453');
  });

  it('is not a single price for an asset of several tokens, which would hide that one of them lost its peg', () => {
    const tokens = ['USDC', 'DAI'].map((symbol, index) => ({
      chainId: 8453,
      address: `0x${index}${'1'.repeat(39)}`,
      symbol,
      decimals: 6,
      asset: 'USD',
    }));
    const refusal =
      "prices: one price for the asset USD would hide that one of USDC, DAI lost its peg; wanted DefiLlama's prices by address";

    expect(() =>
      choosePrices(
        config({ tokens, prices: { chainlink: { feeds: [{ ...feed, asset: 'USD' }] } } }),
      ),
    ).to.throw(refusal);
    expect(() =>
      choosePrices(
        config({ tokens, prices: { defillama: { coins: { USD: 'coingecko:usd-coin' } } } }),
      ),
    ).to.throw(refusal);
    expect(
      choosePrices(
        config({
          tokens: tokens.slice(0, 1),
          prices: { chainlink: { feeds: [{ ...feed, asset: 'USD' }] } },
        }),
      ),
    ).to.have.property('kind', 'sources');
  });
});

function config(change: Record<string, unknown>): MainnetConfig {
  return mainnetConfigSchema.parse({
    profile: 'mainnet',
    chains: [{ chainId: 8453, rpcUrls: ['https://one.example'] }],
    tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
    keys: { keystore: '/srv/keys', password: { env: 'KEYSTORE_PASSWORD' } },
    ...change,
  });
}

import { confirmationsFor, evmChain, finalityOf } from '@interline/kernel';
import { expect } from 'chai';
import { chainPoliciesOf, finalityTableOf, policyByChain } from './chain-policies-of.ts';
import { readConfig } from './config/read-config.ts';

const chain = (change: object = {}) => ({
  chainId: 8453,
  rpcUrls: ['https://one.example'],
  ...change,
});

function configOf(...chains: readonly object[]) {
  const config = readConfig({
    profile: 'mainnet',
    chains,
    tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
    keys: { keystore: '/srv/keys', password: { env: 'KEYSTORE_PASSWORD' } },
  });
  return config.profile === 'mainnet' ? config : expect.fail('it is of real chains');
}

describe("a chain's own policy", () => {
  it('overrides ours if the config has a figure, and the final depth may equal the confirmations', () => {
    const { chains } = configOf(
      chain({ confirmations: 128 }),
      chain({
        chainId: 137,
        confirmations: { tiers: [{ upToUsd: 50, confirmations: 5 }], above: 300 },
        finalDepth: 300,
      }),
    );

    const table = finalityTableOf(chains);

    expect(finalityOf(table, evmChain(8453))).to.deep.equal({
      tiers: [],
      confirmations: 128,
      finalDepth: 128,
    });
    expect(finalityOf(table, evmChain(137)).finalDepth).to.equal(300);
    expect(
      [50_000_000n, 50_000_001n, null].map((usd) =>
        confirmationsFor(finalityOf(table, evmChain(137)), usd),
      ),
    ).to.deep.equal([5, 300, 300]);
    expect(finalityOf(table, evmChain(1)).confirmations).to.equal(64);
  });

  it('has its bumps and its polling in milliseconds, and nothing if the config says nothing', () => {
    const { chains } = configOf(
      chain({ bumpAfterSec: 5, slowBumpSec: 3_600, pollMs: 250 }),
      chain({ chainId: 10 }),
    );

    expect(policyByChain(chains)).to.deep.equal({
      'eip155:8453': { bumpAfterMs: 5_000, slowBumpAfterMs: 3_600_000, pollMs: 250 },
      'eip155:10': {},
    });
  });

  it('is shown whole, whatever it comes from', () => {
    const shown = chainPoliciesOf(
      configOf(
        chain({ confirmations: 20, pollMs: 250, maxFeePerGasWei: '7' }),
        chain({ chainId: 137 }),
      ),
    );

    expect(shown).to.deep.equal([
      {
        chain: 'eip155:8453',
        confirmations: '20',
        finalDepth: 128,
        holdSec: 30,
        bumpAfterSec: 15,
        slowBumpSec: 600,
        pollMs: 250,
        maxFeePerGasWei: '7',
      },
      {
        chain: 'eip155:137',
        confirmations: '16 up to 100 USD, 64 up to 1000 USD, then 128',
        finalDepth: 256,
        holdSec: 30,
        bumpAfterSec: 15,
        slowBumpSec: 600,
        pollMs: 500,
        maxFeePerGasWei: shown[1]?.maxFeePerGasWei,
      },
    ]);
    expect(shown[1]?.maxFeePerGasWei).to.match(/^[1-9][0-9]{9,}$/);
  });
});

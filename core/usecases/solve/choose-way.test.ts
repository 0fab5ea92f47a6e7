import { asAmount, asUnits, evmChain, type FirmQuote, nonEvmNodes, type Quote, type QuoteRequest, readSlippage, type TokenRef } from '@interline/domain';
import { expect } from 'chai';
import type { ComparedRail } from '../compare/compare-rails.ts';
import { chooseWay } from './choose-way.ts';
import type { Goal } from './rank-options.ts';
import { standingOf } from './standing.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
const bitcoin = nonEvmNodes.find((node) => node.wire === 'bitcoin')?.chain ?? base;

describe('the way of a source', () => {
  const priced = [way(firm('floatlane', 999_200n, 12)), way(firm('lifi', 998_000n, 5)), way(firm('relay', 997_000n, 5)), way(indicative('oneclick', 999_900n, 1))];

  it('is the one that nets most, for max-output and cheapest', () => {
    const chosen = (goal: Goal) => chooseWay(request, priced, goal);

    expect([chosen('max-output'), chosen('cheapest')]).to.deep.equal([
      { way: priced[0], standing: { kind: 'ready' }, ahead: [] }, { way: priced[0], standing: { kind: 'ready' }, ahead: [] },
    ]);
  });

  it('is the fastest for fastest, the better of two, and names what execute would rank before it', () => {
    expect(chooseWay(request, priced, 'fastest')).to.deep.equal({ way: priced[1], standing: { kind: 'ready' }, ahead: ['floatlane'] });
  });

  it('is a price only where nothing can be executed', () => {
    expect(chooseWay(request, priced.slice(3), 'fastest')).to.deep.equal({ way: priced[3], standing: { kind: 'priced', reason: 'prices only' }, ahead: [] });
  });

  it('is none where nothing is priced', () => {
    expect(chooseWay(request, [], 'max-output')).to.equal(null);
  });
});

describe('a quote', () => {
  it('is ready where one signed permit executes it', () => {
    expect(standingOf(request, firm('lifi', 1n, 1))).to.deep.equal({ kind: 'ready' });
  });

  it('is a price where it is indicative, where the mesh cannot settle the corridor, and from a chain\'s own coin', () => {
    const coin = { ...request, from: { ...request.from, address: 'native', symbol: 'ETH' } };

    expect(standingOf(request, indicative('lifi', 1n, 1))).to.deep.equal({ kind: 'priced', reason: 'prices only' });
    expect(standingOf({ ...request, lane: { from: base, to: solana } }, firm('solana', 1n, 1))).to.deep.equal({ kind: 'priced', reason: 'Solana as a destination can be priced but not settled' });
    expect(standingOf(coin, firm('lifi', 1n, 1))).to.deep.equal({ kind: 'priced', reason: 'ETH is the chain\'s own coin and cannot be pulled with a permit; wrap it and name the wrapped token' });
  });

  it('waits for a deposit from a node beyond the EVM', () => {
    const fromBitcoin = { ...request, lane: { from: bitcoin, to: arbitrum }, from: { ...request.from, chain: bitcoin, address: 'native', symbol: 'BTC' } };

    expect(standingOf(fromBitcoin, firm('bitcoin', 1n, 1))).to.deep.equal({ kind: 'deposit' });
  });
});

const usdc: TokenRef = { chain: base, address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', symbol: 'USDC', decimals: 6, asset: 'USD' };
const request: QuoteRequest = {
  lane: { from: base, to: arbitrum }, from: usdc, to: { ...usdc, chain: arbitrum, address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
  amount: asAmount(1_000_000n), payer: null, recipient: null, slippage: readSlippage(undefined),
};

function way(quote: Quote): ComparedRail {
  return { quote, effectiveFee: { lost: 800n, of: 1_000_000n, basis: 'units' }, qualityScore: 90 };
}

function terms(rail: string, output: bigint, durationSec: number) {
  return { rail, bridge: rail, via: [rail], input: asAmount(1_000_000n), output: asUnits(output), minOutput: asUnits(output), fee: asUnits(800n), durationSec };
}

function firm(rail: string, output: bigint, durationSec: number): FirmQuote {
  return { ...terms(rail, output, durationSec), kind: 'firm', expiresAtMs: 0, memo: {} };
}

function indicative(rail: string, output: bigint, durationSec: number): Quote {
  return { ...terms(rail, output, durationSec), kind: 'indicative', reason: 'prices only' };
}

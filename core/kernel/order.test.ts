import { expect } from 'chai';
import { asAmount, asUnits } from './amount.ts';
import { evmChain } from './chain.ts';
import { type OrderTerms, isSameOrder, type Order } from './order.ts';
import { readSlippage } from './slippage.ts';
import type { TokenRef } from './token.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdcOnBase: TokenRef = {
  chain: base,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const usdcOnArbitrum: TokenRef = {
  chain: arbitrum,
  address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};

const order: Order = {
  lane: { from: base, to: arbitrum },
  from: usdcOnBase,
  to: usdcOnArbitrum,
  amount: asAmount(1_000_000n),
  minOutput: asUnits(999_200n),
  recipient: '0x2000000000000000000000000000000000000def',
  payer: '0x1000000000000000000000000000000000000abc',
  routeId: 'rt_1',
  slippage: readSlippage(0.005),
};

describe('an intent', () => {
  it('is the same when all its terms are', () => {
    expect(isSameOrder(order, structuredClone(order))).to.equal(true);
  });

  const changes: Readonly<Record<string, Partial<OrderTerms>>> = {
    'source chain': { lane: { from: evmChain(10), to: arbitrum } },
    'destination chain': { lane: { from: base, to: evmChain(10) } },
    'source token': { from: { ...usdcOnBase, address: 'native' } },
    'destination token': { to: { ...usdcOnArbitrum, address: 'native' } },
    amount: { amount: asAmount(1_000_001n) },
    recipient: { recipient: '0x2000000000000000000000000000000000000dee' },
    'minimum output': { minOutput: asUnits(999_199n) },
  };

  for (const [term, change] of Object.entries(changes)) {
    it(`is another with another ${term}`, () => {
      expect(isSameOrder(order, { ...order, ...change })).to.equal(false);
      expect(isSameOrder({ ...order, ...change }, order)).to.equal(false);
    });
  }

  it('stays the same whatever route serves it, at whatever slippage, and however the list calls its tokens', () => {
    const other: Order = {
      ...order,
      routeId: 'rt_2',
      slippage: readSlippage(0),
      from: { ...usdcOnBase, symbol: 'USD Coin' },
    };

    expect(isSameOrder(order, other)).to.equal(true);
  });
});

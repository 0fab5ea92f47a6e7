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
    'refund address': { refundAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    memo: { memo: { type: 'id', value: '7' } },
    'way of paying': { claimable: true },
  };

  for (const [term, change] of Object.entries(changes)) {
    it(`is another with another ${term}`, () => {
      expect(isSameOrder(order, { ...order, ...change })).to.equal(false);
      expect(isSameOrder({ ...order, ...change }, order)).to.equal(false);
    });
  }

  it('is another with a memo of another type or value', () => {
    const withId: Order = { ...order, memo: { type: 'id', value: '7' } };

    expect(isSameOrder(withId, structuredClone(withId))).to.equal(true);
    expect(isSameOrder(withId, { ...withId, memo: { type: 'id', value: '8' } })).to.equal(false);
    expect(isSameOrder(withId, { ...withId, memo: { type: 'text', value: '7' } })).to.equal(false);
  });

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

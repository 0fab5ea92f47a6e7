import {
  asAmount,
  asUnits,
  type ChainRef,
  evmChain,
  type FirmQuote,
  type IndicativeQuote,
  type Offer,
  type Quote,
  type QuoteRequest,
  readSlippage,
  refuse,
  type TokenRef,
} from '@interline/kernel';
import type { RailManifest, RailPort } from '@interline/ports';

type RailChange = Partial<RailManifest> & Partial<Pick<RailPort, 'offers'>>;

export const base = evmChain(8453);
export const arbitrum = evmChain(42161);

/** 1 USDC from Base to Arbitrum, without a payer or recipient. */
export const sampleRequest: QuoteRequest = {
  lane: { from: base, to: arbitrum },
  from: usdcOn(base),
  to: usdcOn(arbitrum),
  amount: asAmount(1_000_000n),
  payer: null,
  recipient: null,
  slippage: readSlippage(undefined),
};

export function usdcOn(chain: ChainRef): TokenRef {
  return {
    chain,
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
}

export function firm(rail: string, output: bigint, durationSec = 15): FirmQuote {
  return { ...terms(rail, output, durationSec), kind: 'firm', expiresAtMs: 0, memo: {} };
}

export function indicative(rail: string, output: bigint, durationSec = 15): IndicativeQuote {
  return { ...terms(rail, output, durationSec), kind: 'indicative', reason: 'prices only' };
}

export function offer(quote: Quote): Offer {
  return { rail: quote.rail, outcome: { ok: true, value: quote } };
}

/**
 * A rail between EVM chains with one engine of the same name. It offers a firm price, or the given
 * offer, and plans nothing.
 */
export function railDouble(
  id: string,
  { offers = async () => [offer(firm(id, 999_200n))], ...change }: RailChange = {},
): RailPort {
  return {
    manifest: {
      id,
      api: '1.0.0',
      version: '1.0.0',
      title: id,
      ways: [id],
      lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
      broadcast: 'by-default',
      minOut: 'enforced',
      effects: 'real',
      capabilities: [],
      ...change,
    },
    offers,
    plan: async () => refuse('NO_ROUTE', 'a double plans nothing'),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}

/** A rail that offers exactly these prices, each from an engine of its own. */
export function railOffering(
  id: string,
  offers: readonly Offer[],
  change: Partial<RailManifest> = {},
): RailPort {
  return railDouble(id, {
    ways: offers.map(({ rail }) => rail),
    offers: async () => offers,
    ...change,
  });
}

function terms(rail: string, output: bigint, durationSec: number) {
  return {
    rail,
    bridge: rail,
    via: [rail],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec,
  };
}

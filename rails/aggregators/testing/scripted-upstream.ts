import {
  answer,
  asUnits,
  evmAddress,
  type Hex,
  type JsonObject,
  type Progress,
  type RailOutcome,
} from '@interline/plugins';
import { z } from 'zod';
import { quoteKnownBy } from '../wire/compare-shape.ts';
import { digits, duration } from '../wire/fields.ts';
import type {
  Ask,
  Built,
  BuiltCall,
  Priced,
  Upstream,
  UpstreamApi,
  UpstreamRecall,
  UpstreamTraits,
} from '../upstream/upstream.ts';

export const engineContract = evmAddress('0x00000000000000000000000000000000000e4719');

export interface UpstreamScript {
  readonly name?: string;
  readonly chainIds?: readonly number[];
  readonly traits?: Partial<UpstreamTraits>;
  readonly price?: (
    ask: Ask,
    api: UpstreamApi,
    signal: AbortSignal,
  ) => Promise<RailOutcome<Priced>>;
  readonly build?: (ask: Ask, api: UpstreamApi, signal: AbortSignal) => Promise<RailOutcome<Built>>;
  readonly recall?: UpstreamRecall;
  readonly track?: (
    ref: JsonObject,
    srcTx: Hex | null,
    api: UpstreamApi,
    signal: AbortSignal,
  ) => Promise<Progress>;
}

export interface ScriptedUpstream extends Upstream {
  /** The requests, in order. */
  readonly priced: readonly Ask[];
  readonly built: readonly Ask[];
}

/**
 * An engine between Base and Arbitrum that takes a tenth of a dollar, promises half a percent less,
 * and otherwise follows the script.
 */
export function scriptedUpstream({
  name = 'alpha',
  chainIds = [8453, 42161],
  traits,
  ...script
}: UpstreamScript = {}): ScriptedUpstream {
  const priced: Ask[] = [];
  const built: Ask[] = [];
  return {
    name,
    title: 'Alpha',
    chainIds,
    priced,
    built,
    quote: quoteKnownBy(z.object({ amount: digits, takes: duration }), 'id'),
    traits: {
      baseUrl: 'https://alpha.example',
      limit: { requests: 100, perMs: 60_000 },
      callGas: 200_000n,
      usualSec: 90,
      pollMs: 5_000,
      refundsTo: 'payer',
      integrator: { pattern: /^[a-z]+$/, wants: 'small letters' },
      ...traits,
    },
    price: async (ask, api, signal) => {
      priced.push(ask);
      return script.price === undefined ? answer(priceFor(ask)) : script.price(ask, api, signal);
    },
    build: async (ask, api, signal) => {
      built.push(ask);
      return script.build === undefined ? answer(builtFor(ask)) : script.build(ask, api, signal);
    },
    ...(script.recall === undefined ? {} : { recall: script.recall }),
    track: script.track ?? (async () => ({ status: 'BRIDGING', stage: 'SENDING' })),
  };
}

export function priceFor({ units, slippage }: Ask, terms: Partial<Priced> = {}): Priced {
  const output = units > 100_000n ? units - 100_000n : 0n;
  return {
    output: asUnits(output),
    minOutput: asUnits((output * BigInt(1_000_000 - slippage)) / 1_000_000n),
    durationSec: 20,
    bridge: 'alphaBridge',
    via: ['alphaBridge'],
    expiresAtMs: null,
    coinFee: asUnits(0n),
    ...terms,
  };
}

/** A deposit that names all there is to name, for a contract that is approved and called. */
export function builtFor(
  ask: Ask,
  terms: Partial<Priced> = {},
  call: Partial<BuiltCall> = {},
): Built {
  const priced = priceFor(ask, terms);
  return {
    ...priced,
    call: {
      chainId: ask.fromChainId,
      to: engineContract,
      data: '0xdeadbeef',
      value: priced.coinFee,
      spender: engineContract,
      says: {
        token: evmAddress(ask.from.address),
        units: ask.units,
        recipient: ask.recipient,
        refundTo: ask.payer,
        toChainId: ask.toChainId,
        minOutput: priced.minOutput,
      },
      ...call,
    },
    ref: { transfer: 'one' },
  };
}

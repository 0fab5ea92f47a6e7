import {
  answer,
  type EvmAddress,
  floorOf,
  type Hex,
  type RailOutcome,
  refuse,
  rescale,
} from '@interline/plugins';
import { eeeeNative, tokenAddress } from '../../wire/native-coin.ts';
import type { Ask, UpstreamRequest } from '../upstream.ts';
import { type StargateChain, stargateChain } from './chains.ts';

/** Stargate's notation for a chain's own coin. */
export const stargateCoin = eeeeNative;

/** A transfer in Stargate's own terms, with which its response is compared. */
export interface StargateAsk {
  readonly source: StargateChain;
  readonly destination: StargateChain;
  readonly srcToken: EvmAddress;
  readonly dstToken: EvmAddress;
  /** The least output, absolute: Stargate has no slippage. */
  readonly dstAmountMin: bigint;
}

export function stargateAsk(ask: Ask): RailOutcome<StargateAsk> {
  const source = stargateChain(ask.fromChainId);
  const destination = stargateChain(ask.toChainId);
  if (source === undefined || destination === undefined)
    return refuse('UNROUTABLE_LANE', 'stargate does not list one of these chains');
  // Stargate moves one asset. Without an agreed minimum the floor below is valid only between
  // tokens that trade one to one.
  if (ask.from.asset !== ask.to.asset)
    return refuse(
      'NO_ROUTE',
      `stargate moves one asset, and ${ask.from.asset} is not ${ask.to.asset}`,
    );
  return answer({
    source,
    destination,
    srcToken: tokenAddress(ask.from, stargateCoin),
    dstToken: tokenAddress(ask.to, stargateCoin),
    dstAmountMin: leastOutput(ask),
  });
}

export function quotesRequest(ask: Ask, asked: StargateAsk): UpstreamRequest {
  return {
    method: 'GET',
    path: '/api/v1/quotes',
    query: {
      srcToken: asked.srcToken,
      dstToken: asked.dstToken,
      srcAddress: ask.depositor,
      dstAddress: ask.recipient,
      srcChainKey: asked.source.key,
      dstChainKey: asked.destination.key,
      srcAmount: ask.units.toString(),
      dstAmountMin: asked.dstAmountMin.toString(),
    },
  };
}

/** A status request to LayerZero. */
export function statusRequest(srcTx: Hex): UpstreamRequest {
  return { method: 'GET', at: 'status', path: `/v1/messages/tx/${srcTx}` };
}

/**
 * Rounded up to what the source token can express: the call states the minimum in the source
 * token's units.
 */
function leastOutput({ from, to, units, slippage, minOutput }: Ask): bigint {
  const least = minOutput ?? floorOf(rescale(units, from.decimals, to.decimals), slippage);
  const grain = to.decimals > from.decimals ? 10n ** BigInt(to.decimals - from.decimals) : 1n;
  return ((least + grain - 1n) / grain) * grain;
}

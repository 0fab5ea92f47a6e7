import { isNative } from '@interline/plugins';
import type { Ask, Built, CallFacts } from '../upstream.ts';
import { readBridgeData } from './calldata.ts';
import type { LifiQuote } from './read-quote.ts';

export function planCall(ask: Ask, { priced, tx, spender }: LifiQuote): Built {
  return {
    ...priced,
    call: { ...tx, spender: isNative(ask.from) ? null : spender, says: factsOf(tx) },
    ref: { fromChain: ask.fromChainId, toChain: ask.toChainId },
  };
}

function factsOf({ data }: LifiQuote['tx']): CallFacts {
  const bridged = readBridgeData(data);
  if (bridged === null) return {};
  const {
    receiver: recipient,
    destinationChainId,
    sendingAssetId: token,
    minAmount: units,
    hasSourceSwaps,
  } = bridged;
  const toChainId = Number(destinationChainId);
  // After a swap, another token than ours is bridged, with another amount.
  return hasSourceSwaps ? { recipient, toChainId } : { recipient, toChainId, token, units };
}

import { isNative } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import type { Ask, Built } from '../upstream.ts';
import { readRouteCalldata } from './calldata.ts';
import type { QuotedSwap } from './read-quote.ts';

export function planSwap(ask: Ask, { priced, tx, spender }: QuotedSwap): Built {
  const says = readRouteCalldata(tx.data);
  if (says === null)
    throw engineFault('symbiosis', 'quote', 'symbiosis built a call that cannot be read');
  return {
    ...priced,
    call: {
      ...tx,
      chainId: ask.fromChainId,
      // A gateway beside the router pulls the token, so the two addresses differ.
      spender: isNative(ask.from) ? null : spender,
      says,
    },
    ref: { fromChainId: ask.fromChainId, toChainId: ask.toChainId },
  };
}

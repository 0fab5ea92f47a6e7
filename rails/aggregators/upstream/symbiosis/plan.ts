import { answer, isNative, type RailOutcome, refuse } from '@interline/plugins';
import type { Ask, Built } from '../upstream.ts';
import { readRouteCalldata } from './calldata.ts';
import type { QuotedSwap } from './read-quote.ts';

export function planSwap({ priced, tx }: QuotedSwap, ask: Ask): RailOutcome<Built> {
  const says = readRouteCalldata(tx.data);
  if (says === null) return refuse('RAIL_FAULT', 'symbiosis built a call that cannot be read');
  return answer({
    ...priced,
    call: {
      chainId: ask.fromChainId,
      to: tx.to,
      data: tx.data,
      value: tx.value,
      // A gateway beside the router takes the token, so the two addresses differ.
      spender: isNative(ask.from) ? null : tx.spender,
      says,
    },
    ref: { fromChainId: ask.fromChainId, toChainId: ask.toChainId },
  });
}

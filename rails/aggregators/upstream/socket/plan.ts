import { isNative } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { tokenAddress } from '../../wire/native-coin.ts';
import type { Ask, Built } from '../upstream.ts';
import type { SocketQuote } from './read-quote.ts';
import { socketCoin } from './request.ts';

/** `executeRoute` takes its route as opaque bytes, so nothing can be read from the call. */
export function planCall({ from, to }: Ask, { priced, quoteId, tx, spender }: SocketQuote): Built {
  if (spender === null && !isNative(from))
    throw engineFault('socket', 'quote', 'socket names no spender that would pull the token');
  return {
    ...priced,
    call: { ...tx, spender: isNative(from) ? null : spender, says: {} },
    // The key of a status request, and the token that should arrive.
    ref: { quoteId, token: tokenAddress(to, socketCoin) },
  };
}

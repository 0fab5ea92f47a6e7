import { isNative } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { tokenAddress } from '../../wire/native-coin.ts';
import type { Ask, Built } from '../upstream.ts';
import type { SocketQuote } from './read-quote.ts';
import { socketCoin } from './request.ts';

/** `executeRoute` takes its route as opaque bytes, so the call says nothing that could be read. */
export function planCall({ from, to }: Ask, { priced, quoteId, tx, spender }: SocketQuote): Built {
  if (spender === null && !isNative(from))
    throw engineFault('socket', 'quote', 'socket names no spender that would pull the token');
  return {
    ...priced,
    call: { ...tx, spender: isNative(from) ? null : spender, says: {} },
    // What a status is asked by, and the token that is to arrive.
    ref: { quoteId, token: tokenAddress(to, socketCoin) },
  };
}

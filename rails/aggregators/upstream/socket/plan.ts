import { answer, isNative, type RailOutcome, refuse } from '@interline/plugins';
import { tokenAddress } from '../../wire/native-coin.ts';
import type { Ask, Built } from '../upstream.ts';
import type { SocketQuote } from './read-quote.ts';
import { socketCoin } from './request.ts';
import { swapRef } from './swap-ref.ts';

/** `executeRoute` takes its route as opaque bytes, so the call says nothing that could be read. */
export function planCall(
  { priced, quoteId, tx, spender }: SocketQuote,
  { from, to }: Ask,
): RailOutcome<Built> {
  if (spender === null && !isNative(from))
    return refuse('NO_ROUTE', 'socket names nobody who would pull the token');
  return answer({
    ...priced,
    call: { ...tx, spender: isNative(from) ? null : spender, says: {} },
    ref: swapRef({ quoteId, token: tokenAddress(to, socketCoin) }),
  });
}

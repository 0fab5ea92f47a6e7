import { isNative } from '@interline/plugins';
import type { BuiltSubject } from './built-subject.ts';

/**
 * A bare send of the coin, or a call on the token itself without approval, of an engine that takes
 * its deposits so.
 */
export function isPlainTransfer({
  upstream: { traits },
  ask: { from },
  built: { call },
}: BuiltSubject): boolean {
  const isBare = isNative(from) ? call.data === '0x' : call.to === from.address;
  return traits.handsOverBy === 'transfer' && call.spender === null && isBare;
}

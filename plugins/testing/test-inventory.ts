import { asUnits, type Units } from '@interline/kernel';
import type { Inventory } from '@interline/ports';

/** A float of that many whole tokens everywhere, with nothing spent today. */
export function testInventory(wholeTokens = 1_000_000n): Inventory {
  const full = (decimals: number): Units => asUnits(wholeTokens * 10n ** BigInt(decimals));
  return {
    free: async (token) => full(token.decimals),
    held: async (token) => full(token.decimals),
    target: (token) => full(token.decimals),
    spentToday: async () => asUnits(0n),
    confirmations: async () => 1,
    absence: () => null,
    serves: () => true,
  };
}

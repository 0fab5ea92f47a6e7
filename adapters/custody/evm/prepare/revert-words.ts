import type { Hex } from '@interline/kernel';

// Text from contract errors is never repeated: third parties could address our clients with it.

const selectors: Readonly<Record<string, string>> = {
  '0x756688fe': "the permit's nonce is spent",
  '0xcd21db4f': 'a signature has expired',
  '0x815e1d64': 'the permit is not signed by its owner for this spender',
  '0x8baa579f': 'the permit is not signed by its owner for this spender',
  '0xb0669cbc': "the owner's code does not accept the permit's signature",
  '0x4be6321b': "the permit's signature has a length Permit2 does not take",
  '0x3728b83d': 'the permit is for a smaller amount',
  '0xe450d38c': 'the balance is too low',
  '0xfb8f41b2': 'the allowance is too low',
  '0xec442f05': 'the token does not accept this recipient',
};

const texts: readonly (readonly [RegExp, string])[] = [
  [/black ?list|block ?list|blocked|denied|frozen|sanction/i, 'the token blocks an account'],
  [/balance/i, 'the balance is too low'],
  [/allowance/i, 'the allowance is too low'],
  [/paused/i, 'the token is paused'],
  [/expired|deadline/i, 'a signature has expired'],
];

/** Why a call reverted, in our own words; null if its data does not show it. */
export function revertWords(data: Hex | null): string | null {
  if (data === null) return null;
  const known = selectors[data.slice(0, 10).toLowerCase()];
  if (known !== undefined) return known;
  const text = errorText(data);
  return texts.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The text of `Error(string)`, which the executor may have truncated. */
function errorText(data: Hex): string {
  return data.startsWith('0x08c379a0')
    ? Buffer.from(data.slice(10 + 128), 'hex').toString('latin1')
    : '';
}

import { isSpeltRight } from '@interline/adapters/addresses';
import type { z } from 'zod';

interface Places {
  readonly chains: readonly { readonly chainId: number }[];
  readonly tokens: readonly { readonly chainId: number; readonly address: string }[];
}

/**
 * What the fields of a config must be to each other: every chain once, every token once and on one
 * of them, no address with a letter typed wrong.
 */
export function checkPlaces({ chains, tokens }: Places, context: z.RefinementCtx): void {
  const refuse = (path: readonly (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path: [...path], message });
  };
  const ids = chains.map(({ chainId }) => chainId);
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index)
      refuse(
        ['chains', index, 'chainId'],
        `chain ${id} is here twice; name all of its nodes in one entry`,
      );
  }
  const places = tokens.map(({ chainId, address }) => `${chainId} ${address.toLowerCase()}`);
  for (const [index, { chainId, address }] of tokens.entries()) {
    if (!ids.includes(chainId))
      refuse(
        ['tokens', index, 'chainId'],
        `chain ${chainId} is not among the chains; there are ${ids.join(', ')}`,
      );
    if (places.indexOf(places[index] ?? '') < index)
      refuse(['tokens', index, 'address'], `this token of chain ${chainId} is here twice`);
    if (!isSpeltRight(address))
      refuse(
        ['tokens', index, 'address'],
        'its capitals are not those of its checksum (EIP-55), so a letter may be wrong; copy it again from where its issuer publishes it',
      );
  }
}

import { chainFamily, type ChainRef } from '@interline/plugins';
import { anonymousParty } from '../ask-of.ts';

/**
 * Well-formed addresses without an owner: each is derived from the SHA-256 of "interline: nobody".
 * Engines require a party of each family before they price.
 */
const parties: Readonly<Record<string, string>> = {
  eip155: anonymousParty,
  solana: '81BCkoAXbBp5Z2XRYN46V6ZgNTHQvHGec2WjGWSyCPRr',
  bip122: 'bc1qhrn256pvtxw4ctlyq2gqh7eam0t9ff8hkpffzp',
  stellar: 'GBUA2WB5IWUA3J7NOY56ULNAZPTZDHRTUHM5VJXFWF5KITK3RPMVDPDD',
  tron: 'TSpsfHZGsFkGWgNrAHzSRex9VBKGHjZPvR',
  sui: '0xb8e6aa682c599d5c2fe402900bfb3ddbd654a4f7bab068a575bb92db094aa74b',
};

/** Replaces an unnamed payer or recipient on the chain; null for a family without one. */
export function anonymousPartyOn(chain: ChainRef): string | null {
  return parties[chainFamily(chain)] ?? null;
}

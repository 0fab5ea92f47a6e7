import { chainFamily, type ChainRef, isEvmAddressShape } from '@interline/kernel';

const base58 = '[1-9A-HJ-NP-Za-km-z]';

/**
 * What an account looks like, by chain family. Only the shape: checksums are the edge's and the
 * rails' business.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  stellar: /^[GM][A-Z2-7]{55,68}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  bip122: new RegExp(`^(bc1[02-9ac-hj-np-z]{11,71}|[13]${base58}{25,34})$`),
  tron: new RegExp(`^T${base58}{33}$`),
  sui: /^0x[0-9a-fA-F]{64}$/,
};

export function isAccountOn(chain: ChainRef, text: string): boolean {
  const family = chainFamily(chain);
  return family === 'eip155' ? isEvmAddressShape(text) : (shapes[family]?.test(text) ?? false);
}

/**
 * Whether a text can only be meant as an account, on whatever chain. Short ones are words; longer
 * hex is a mistyped account.
 */
export function looksLikeAccount(text: string): boolean {
  return (
    /^0x[0-9a-fA-F]*$/.test(text) ||
    (text.length >= 26 && Object.values(shapes).some((shape) => shape.test(text)))
  );
}

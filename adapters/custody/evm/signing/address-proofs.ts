import type { Address } from '@interline/kernel';
import type { AddressProofs } from '@interline/ports';
import { hashMessage } from 'ethers/hash';
import { type Signature, signatureBy } from './signatures.ts';
import type { Signer } from './signers.ts';

/**
 * Proofs by the keys that move money. The EIP-191 prefix keeps the text from being a transaction or
 * a permit.
 */
export function addressProofs(keys: ReadonlyMap<Address, Signer>): AddressProofs {
  return {
    async prove(account, text, signal) {
      const signer = keys.get(account);
      if (signer === undefined) return null;
      const digest = Buffer.from(hashMessage(text).slice(2), 'hex');
      const signature = await signatureOf(signer, digest, signal);
      if (signature === null) return null;
      const { r, s, yParity } = signature;
      return `0x${r}${s}${yParity === 0 ? '1b' : '1c'}`;
    },
  };
}

async function signatureOf(
  signer: Signer,
  digest: Uint8Array,
  signal: AbortSignal,
): Promise<Signature | null> {
  if (signer.kind === 'local') return signer.sign(digest);
  return signatureBy(signer.address, await signer.sign(digest, signal), digest);
}

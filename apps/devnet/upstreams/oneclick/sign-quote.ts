import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { encodeBase58 } from 'ethers/utils';

export type SignedParts = { quoteRequest: object; quote: object; timestamp: string };

// A key of this process: the engine's own is not to be had, and nobody should take this one for it.
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** What signatures verify with, in the engine's notation. */
export const quoteKey = base58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));

/** The engine's promise of its deposit address: ed25519 over the hex digits of the SHA-256 of the parts, keys sorted below the top. */
export function signedQuote(parts: SignedParts): SignedParts & { signature: string } {
  const payload = `{"quoteRequest":${sorted(parts.quoteRequest)},"quote":${sorted(parts.quote)},"timestamp":${sorted(parts.timestamp)}}`;
  const digest = createHash('sha256').update(payload).digest('hex');
  return { ...parts, signature: base58(sign(null, Buffer.from(digest), privateKey)) };
}

function base58(bytes: Uint8Array): string {
  return `ed25519:${encodeBase58(bytes)}`;
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join(',')}}`;
}

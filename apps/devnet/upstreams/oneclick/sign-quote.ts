import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { encodeBase58 } from 'ethers/utils';

type Members = Readonly<Record<string, unknown>>;
export type SignedParts = {
  readonly quoteRequest: Members;
  readonly quote: Members;
  readonly timestamp: string;
};

// A key of this process: the engine's own is not available, and this one must not be mistaken for
// it.
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The key that verifies the signatures, in the engine's notation. */
export const signer = base58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));

/** Members of the response that are not signed. */
const unsigned = ['depositMode', 'appFees', 'confidentiality'];
/** In a dry run, the amounts alone. */
const onlyLive = ['timeEstimate', 'refundFee', 'withdrawFee'];

/**
 * The engine's promise: ed25519 over the SHA-256, in base58, of request, quote and time in one
 * object, keys sorted, nothing empty in it.
 */
export function signedQuote<Parts extends SignedParts>(
  parts: Parts,
): Parts & { readonly signature: string } {
  const { quoteRequest, quote, timestamp } = parts;
  const left = quoteRequest['dry'] === true ? [...unsigned, ...onlyLive] : unsigned;
  const members = Object.entries({ ...quoteRequest, ...quote, timestamp })
    .filter(([name, value]) => name === 'dry' || (Boolean(value) && !left.includes(name)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest();
  return { ...parts, signature: base58(sign(null, Buffer.from(encodeBase58(digest)), privateKey)) };
}

function base58(bytes: Uint8Array): string {
  return `ed25519:${encodeBase58(bytes)}`;
}

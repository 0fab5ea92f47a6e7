import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { z } from 'zod';

/**
 * The page on verifying quote signatures in 1Click's documentation says which members are signed.
 */
const asked = [
  'dry',
  'swapType',
  'slippageTolerance',
  'originAsset',
  'depositType',
  'destinationAsset',
  'amount',
  'refundTo',
  'refundType',
  'recipient',
  'recipientType',
  'deadline',
];
const quoted = [
  'amountIn',
  'amountInFormatted',
  'amountInUsd',
  'minAmountIn',
  'amountOut',
  'amountOutFormatted',
  'amountOutUsd',
  'minAmountOut',
];
/**
 * These are left out if they are empty or zero; the second list is signed only with a deposit
 * address.
 */
const askedIfAny = [
  'quoteWaitingTimeMs',
  'referral',
  'virtualChainRecipient',
  'virtualChainRefundRecipient',
  'customRecipientMsg',
];
const quotedIfAny = [
  'depositAddress',
  'depositMemo',
  'deadline',
  'timeWhenInactive',
  'timeEstimate',
  'virtualChainRecipient',
  'virtualChainRefundRecipient',
  'customRecipientMsg',
  'refundFee',
  'withdrawFee',
];

const members = z.record(z.string(), z.unknown());
const signedBody = z.object({
  signature: z.string(),
  timestamp: z.string(),
  quoteRequest: members,
  quote: members,
});

type Members = z.output<typeof members>;
type SignedParts = Omit<z.output<typeof signedBody>, 'signature'>;

const encoder = new TextEncoder();
const utf8 = (text: string): Uint8Array => encoder.encode(text);

/**
 * Whether the holder of this key signed the response, including the deposit address. Otherwise a
 * man in the middle could insert an address of their own.
 */
export function isSignedBy(signer: string, body: unknown): boolean {
  const read = signedBody.safeParse(body);
  if (!read.success) return false;
  try {
    return ed25519.verify(bytesOf(read.data.signature), signedMessage(read.data), bytesOf(signer));
  } catch {
    // Not base58, or of another length.
    return false;
  }
}

/**
 * Base58 of the SHA-256 of everything in one flat object with sorted keys; the quote's members take
 * precedence over the request's.
 */
export function signedMessage({ quoteRequest, quote, timestamp }: SignedParts): Uint8Array {
  const signed: Members = {
    ...pick(quoteRequest, asked),
    ...pickIfAny(quoteRequest, askedIfAny),
    ...pick(quote, quoted),
    ...(quoteRequest['dry'] === true ? {} : pickIfAny(quote, quotedIfAny)),
    timestamp,
  };
  return utf8(base58.encode(sha256(utf8(JSON.stringify(signed, Object.keys(signed).sort())))));
}

function pick(from: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function pickIfAny(from: Members, names: readonly string[]): Members {
  return pick(
    from,
    names.filter((name) => Boolean(from[name])),
  );
}

function bytesOf(text: string): Uint8Array {
  return base58.decode(text.replace(/^ed25519:/, ''));
}

import type { Hex } from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import { keccak256 } from 'ethers/crypto';
import { addressWord, bytesWords, calldata, word } from './words.ts';

/**
 * `TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256
 * validBefore,bytes32 nonce)`
 */
const typeHash = '7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267';

type Terms = Omit<AuthorizedTransfer, 'method' | 'chain' | 'token' | 'signature'>;

function termsWords({ from, to, units, validAfter, validBefore, nonce }: Terms): readonly string[] {
  return [
    addressWord(from),
    addressWord(to),
    word(units),
    word(validAfter),
    word(validBefore),
    nonce.slice(2),
  ];
}

/** EIP-712 digest under the token's own domain separator. */
export function authorizationDigest(separator: Hex, terms: Terms): Buffer {
  const struct = hashOf(typeHash, ...termsWords(terms));
  return Buffer.from(hashOf('1901', separator.slice(2), struct), 'hex');
}

function hashOf(...words: readonly string[]): string {
  return keccak256(Buffer.from(words.join(''), 'hex')).slice(2);
}

/**
 * `transferWithAuthorization`. A signature of 65 bytes goes in as v, r and s, which every such
 * token accepts. Any other signature goes in as bytes, for tokens that ask the payer's contract.
 */
export function transferCall(terms: Terms, signature: Hex): Hex {
  const words = termsWords(terms);
  if (signature.length !== 132)
    return calldata('0xcf092995', ...words, word(7n * 32n), bytesWords(signature));
  const v = Number.parseInt(signature.slice(130), 16);
  return calldata(
    '0xe3ee160e',
    ...words,
    word(BigInt(v < 27 ? v + 27 : v)),
    signature.slice(2, 66),
    signature.slice(66, 130),
  );
}

/** `authorizationState(address,bytes32)` */
export function stateCall({ from, nonce }: Pick<AuthorizedTransfer, 'from' | 'nonce'>): Hex {
  return calldata('0xe94a0102', addressWord(from), nonce.slice(2));
}

/** `DOMAIN_SEPARATOR()` */
export const separatorCall = '0x3644e515';
/** `name()` */
export const nameCall = '0x06fdde03';
/** `version()` */
export const versionCall = '0x54fd4d50';

/** `AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)` */
export const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';

/** `AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)` */
export const cancelledTopic = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';

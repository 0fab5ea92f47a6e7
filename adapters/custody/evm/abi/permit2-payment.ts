import { asUnits, type EvmAddress, evmAddress, type Hex, type Units } from '@interline/kernel';
import { addressWord, bytesWords, calldata, word } from './words.ts';

/**
 * What a payer of x402 signs by Permit2: the proxy may move that amount to that recipient, once.
 */
export interface Permit2Payment {
  readonly token: EvmAddress;
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: Units;
  readonly validAfter: bigint;
  /** The deadline, inclusive. */
  readonly validBefore: bigint;
  readonly nonce: Hex;
}

/** `settle(permit, owner, witness, signature)` of the proxy. */
export function settleCall(payment: Permit2Payment, signature: Hex): Hex {
  return calldata(settleSelector, ...termsWords(payment), word(8n * 32n), bytesWords(signature));
}

const settleSelector = '0x13cd3b53';
/** `settleWithPermit`, which takes the token's own permit first: five more words. */
const settleWithPermitSelector = '0xfa340378';
const tokensPermitWords = 5;

/**
 * Whether the calldata settles this very payment at the proxy, from any sender and with the
 * signature in any form.
 */
export function isSettling(data: Hex, payment: Permit2Payment): boolean {
  return termsIn(data)?.startsWith(termsWords(payment).join('')) === true;
}

/** The payment that the call settles; null for other calldata. */
export function readSettle(
  data: Hex,
): Pick<Permit2Payment, 'token' | 'from' | 'to' | 'units'> | null {
  const [, token, units, from, to] = termsShape.exec(termsIn(data) ?? '') ?? [];
  if (token === undefined || units === undefined || from === undefined || to === undefined)
    return null;
  const addressOf = (digits: string): EvmAddress => evmAddress(`0x${digits}`);
  return {
    token: addressOf(token),
    from: addressOf(from),
    to: addressOf(to),
    units: asUnits(BigInt(`0x${units}`)),
  };
}

const address = '0{24}([0-9a-f]{40})';
const termsShape = new RegExp(
  `^${address}([0-9a-f]{64})[0-9a-f]{128}${address}${address}[0-9a-f]{64}`,
);

function termsWords({
  token,
  from,
  to,
  units,
  validAfter,
  validBefore,
  nonce,
}: Permit2Payment): readonly string[] {
  return [
    addressWord(token),
    word(units),
    nonce.slice(2),
    word(validBefore),
    addressWord(from),
    addressWord(to),
    word(validAfter),
  ];
}

/** The words of the payment; null for another call. */
function termsIn(data: Hex): string | null {
  const text = data.toLowerCase();
  if (text.startsWith(settleSelector)) return text.slice(10);
  return text.startsWith(settleWithPermitSelector) ? text.slice(10 + tokensPermitWords * 64) : null;
}

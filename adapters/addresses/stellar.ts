import type { AddressOutcome } from '@interline/ports';
import { accepted, refused, refusedSecret } from './outcome.ts';
import { readStrKey, writeStrKey } from './str-key.ts';

/** Version bytes of SEP-23. */
const account = 6 << 3;
const muxedAccount = 12 << 3;

/**
 * `G...` and `M...` of SEP-23. A muxed address contains an account and a number, which replaces a
 * memo.
 */
export function readStellarAddress(text: string): AddressOutcome {
  // A secret is refused by its letter and length, broken or whole.
  if (/^S[A-Z2-7]{40,}$/i.test(text))
    return refusedSecret('a secret key (S...)', 'the account, which begins with G');
  if (text.includes('*')) return refused(federationReason);
  const other = otherKinds[text.charAt(0)];
  const key = readStrKey(text);
  if (key === null) return refused(other === undefined ? wanted : broken);
  if (key.version === account && key.payload.length === 32) return accepted(text);
  if (key.version === muxedAccount && key.payload.length === 40)
    return readMuxed(text, key.payload);
  return refused(other ?? wanted);
}

function readMuxed(text: string, payload: Uint8Array): AddressOutcome {
  const id = new DataView(payload.buffer, payload.byteOffset + 32, 8).getBigUint64(0).toString();
  const muxed = { account: writeStrKey(account, payload.subarray(0, 32)), id };
  return { ok: true, value: { address: text, muxed } };
}

const wanted =
  'must be a Stellar account: G and 55 characters, or M and 68, in capitals (SEP-23); copy it anew';
const broken =
  'fails its checksum or its length (SEP-23), so a character is wrong or missing; copy the account anew';
const federationReason =
  'is a federation address (name*domain), which is not looked up here; send the account G... that it stands for, and as memo the one it names';

/** Strkeys that hold no money of their own, by their first letter. */
const otherKinds: Readonly<Record<string, string | undefined>> = {
  G: wanted,
  M: wanted,
  C: 'is a contract (C...), and only accounts are paid; send an account G... or M...',
  T: 'is the hash of a transaction (T...), not an account; send an account G... or M...',
  X: 'is a hash signer (X...), not an account; send an account G... or M...',
  P: 'is a signed payload (P...), not an account; send an account G... or M...',
  L: 'is a liquidity pool (L...), not an account; send an account G... or M...',
  B: 'is a claimable balance (B...), not an account; send an account G... or M...',
};

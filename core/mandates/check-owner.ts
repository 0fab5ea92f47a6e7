import { RelayError } from '@interline/kernel';
import type { PublicJwk, SdJwts } from '@interline/ports';

interface Ports {
  readonly sdJwts: Pick<SdJwts, 'verify'>;
  /** Our own origin. */
  readonly audience: string;
}

const proofType = 'interline-mandate+jwt';

/**
 * The user's key names the wallet that may register the mandate, so an agent, or anyone else with a copy of it, cannot
 * register it for a wallet of their own and shut its user out. Throws `KEY_PROOF_INVALID`. The proof needs no nonce: it
 * is for one wallet and one mandate, which is registered once.
 */
export function checkOwner(
  { sdJwts, audience }: Ports,
  {
    proof,
    userKey,
    owner,
    hash,
  }: {
    /** A JWS of the key over `{aud, owner, mandate}`. */
    readonly proof: string;
    readonly userKey: PublicJwk;
    readonly owner: string;
    /** The mandate's. */
    readonly hash: string;
  },
): void {
  const signed = sdJwts.verify(proof, userKey);
  if (signed === null) throw invalid('the key that signed the mandate has not signed it');
  if (signed.header['typ'] !== proofType) throw invalid(`its typ must be ${proofType}`);
  const { aud, owner: named, mandate } = signed.claims;
  if (aud !== audience) throw invalid(`its aud must be ${audience}`);
  if (typeof named !== 'string' || named.toLowerCase() !== owner.toLowerCase())
    throw invalid('its owner must be the wallet that signed in');
  if (mandate !== hash)
    throw invalid('its mandate must be the SHA-256 of what the signature of the mandate covers');
}

function invalid(why: string): RelayError {
  return new RelayError('KEY_PROOF_INVALID', {}, `the proof is not accepted: ${why}`);
}

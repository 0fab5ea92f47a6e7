import { type Address, RelayError } from '@interline/kernel';
import type { AgentKeys, Clock } from '@interline/ports';
import type { AgentUnit } from './repository.ts';

interface Ports {
  readonly agentKeys: AgentKeys;
  readonly clock: Pick<Clock, 'now'>;
  readonly origins: readonly string[];
}

export interface AskedProof {
  /** `x` of its JWK. */
  readonly publicKey: string;
  /** A JWS of the key over `{aud, owner, iat, nonce}`. */
  readonly proof: string;
  readonly owner: Address;
}

export interface CheckedKey {
  readonly keyId: string;
  /** Within the unit that gives the key to an agent. Throws where the proof was used before. */
  readonly takeNonce: (tx: AgentUnit) => Promise<void>;
}

const proofType = 'interline-agent+jwt';
const mostApartMs = 5 * 60_000;

/**
 * The key itself signs whose agent it will be, so no account can register a key it does not hold. Throws
 * `KEY_PROOF_INVALID`.
 */
export function checkProof(
  { agentKeys, clock, origins }: Ports,
  { publicKey, proof, owner }: AskedProof,
): CheckedKey {
  const keyId = agentKeys.keyIdOf(publicKey);
  if (keyId === null) throw invalid('jwk.x is not a public key of Ed25519');
  const signed = agentKeys.readJws(publicKey, proof);
  if (signed === null) throw invalid('the key has not signed it');
  if (signed.type !== proofType) throw invalid(`its typ must be ${proofType}`);
  const { aud, owner: named, iat, nonce } = signed.claims;
  if (typeof aud !== 'string' || !origins.includes(aud))
    throw invalid(`its aud must be ${origins.join(' or ')}`);
  if (typeof named !== 'string' || named.toLowerCase() !== owner)
    throw invalid('its owner must be the wallet that signed in');
  const issuedAtMs = typeof iat === 'number' ? iat * 1_000 : Number.NaN;
  if (!(Math.abs(clock.now() - issuedAtMs) <= mostApartMs))
    throw invalid('its iat, in seconds, must be within five minutes of now');
  if (typeof nonce !== 'string' || !/^[A-Za-z0-9_-]{22,128}$/.test(nonce))
    throw invalid('its nonce must be 16 random bytes or more in base64url');
  return {
    keyId,
    takeNonce: async (tx) => {
      // The prefix keeps it apart from the nonces of signed requests.
      if (!(await tx.agents.takeAgentNonce(keyId, `proof ${nonce}`, issuedAtMs + mostApartMs)))
        throw invalid('it was used before');
    },
  };
}

function invalid(why: string): RelayError {
  return new RelayError('KEY_PROOF_INVALID', {}, `the proof is not taken: ${why}`);
}

import { Keypair, type xdr } from '@stellar/stellar-sdk';
import { createPublicKey, verify } from 'node:crypto';
import type { AccountEntry } from './ledger-entries.ts';

/**
 * The signatures of one transaction, checked as stellar-core does: a signature counts for the
 * signer whose key ends in its hint, once per check; the check stops when the weight is reached;
 * and an unused signature makes the transaction `txBAD_AUTH_EXTRA`.
 */
export class SignatureCheck {
  readonly #hash: Buffer;
  readonly #signatures: readonly xdr.DecoratedSignature[];
  readonly #used = new Set<xdr.DecoratedSignature>();

  constructor(hash: Buffer, signatures: readonly xdr.DecoratedSignature[]) {
    this.#hash = hash;
    this.#signatures = signatures;
  }

  /** Whether the signatures carry the weight. Weight 0 still takes one valid signature. */
  reaches(weight: number, signers: ReadonlyMap<string, number>): boolean {
    const left = new Map(signers);
    let total = 0;
    for (const signature of this.#signatures) {
      const signer = [...left.keys()].find((key) => this.#isBy(key, signature));
      if (signer === undefined) continue;
      this.#used.add(signature);
      total += Math.min(left.get(signer) ?? 0, 255);
      if (total >= weight) return true;
      left.delete(signer);
    }
    return false;
  }

  allUsed(): boolean {
    return this.#signatures.every((signature) => this.#used.has(signature));
  }

  #isBy(key: string, signature: xdr.DecoratedSignature): boolean {
    const raw = Keypair.fromPublicKey(key).rawPublicKey();
    if (!raw.subarray(-4).equals(signature.hint())) return false;
    const bytes = signature.signature();
    return bytes.length === 64 && verify(null, this.#hash, publicKeyOf(raw), bytes);
  }
}

export type Level = 'low' | 'medium' | 'high';

/** Whether an account agrees, at one of its thresholds. */
export function accountAgrees(check: SignatureCheck, account: AccountEntry, level: Level): boolean {
  const signers = new Map(account.signers.map(({ key, weight }) => [key, weight]));
  if (account.masterWeight > 0) signers.set(account.id, account.masterWeight);
  return check.reaches(account.thresholds[level], signers);
}

// Node's own verification takes a tenth of the time of the SDK's.
function publicKeyOf(raw: Buffer): ReturnType<typeof createPublicKey> {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

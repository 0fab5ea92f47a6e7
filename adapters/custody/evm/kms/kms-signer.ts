import type { EvmAddress } from '@interline/kernel';
import { createHash } from 'node:crypto';
import { addressOfKey, signatureBy } from '../signing/signatures.ts';
import type { RemoteSigner } from '../signing/signers.ts';
import { pointOfSpki, signatureOfDer } from './der.ts';
import { type KmsApi, kmsApi, type KmsKey } from './kms-api.ts';

/**
 * No transaction, permit or message can have this digest, because those use another hash function.
 */
const trial = createHash('sha256').update('interline: a trial of a key in a KMS').digest();

/**
 * The account of a key that never leaves its KMS. Reads the public key and asks for a trial
 * signature. So a key of another kind, a key that this process may not use, and a KMS that signs
 * with another key are found before anything is committed. It then throws an error that says what
 * to do and calls the key `name`.
 */
export async function openKmsSigner(
  key: KmsKey,
  name: string,
  signal: AbortSignal,
  api: KmsApi = kmsApi(key),
): Promise<RemoteSigner> {
  const refuse = (what: string): Error => new Error(`${name}: the key in the KMS ${what}`);
  const { arn, spec, usage, der } = await api.publicKey(signal).catch((error: unknown) => {
    throw refuse(
      `cannot be read: ${wordsOf(error)}; wanted an existing key, a policy that allows kms:GetPublicKey, and credentials where AWS's tools look for them`,
    );
  });
  const point = pointOfSpki(der);
  if (spec !== 'ECC_SECG_P256K1' || usage !== 'SIGN_VERIFY' || point === null)
    throw refuse(`is ${spec} for ${usage}; wanted ECC_SECG_P256K1 for SIGN_VERIFY`);
  const signer = remoteSigner(api, arn, addressOfKey(point));

  const rs = await signer.sign(trial, signal).catch((error: unknown) => {
    throw refuse(`does not sign: ${wordsOf(error)}; wanted a policy that allows kms:Sign`);
  });
  if (signatureBy(signer.address, rs, trial) === null)
    throw refuse('signs with another key than the public one it shows; nothing was done with it');
  return signer;
}

function remoteSigner(api: KmsApi, arn: string, address: EvmAddress): RemoteSigner {
  return Object.freeze<RemoteSigner>({
    kind: 'remote',
    address,
    // Anything that is not a signature is returned as no bytes, which belong to no account.
    sign: async (digest, signal) =>
      signatureOfDer(await api.sign(arn, digest, signal)) ?? new Uint8Array(),
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'an unknown fault';
}

import { type KeystoreFile, readSecretBytes, writeSecret } from '../../keystore.ts';
import { localSigner, type LocalSigner, randomPrivateKey } from './signers.ts';

/** Generates a key and stores it encrypted. Throws if the file exists. */
export async function createKeystore(file: KeystoreFile, scryptN?: number): Promise<LocalSigner> {
  const privateKey = randomPrivateKey();
  await writeSecret(file, privateKey, scryptN);
  return localSigner(privateKey);
}

/**
 * Throws on a file that others may read, on a file that is not a keystore, and on a wrong password.
 */
export async function openKeystore(file: KeystoreFile): Promise<LocalSigner> {
  return localSigner(await readSecretBytes(file));
}

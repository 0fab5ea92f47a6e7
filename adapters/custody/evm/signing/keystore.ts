import { type KeystoreFile, readSecretBytes, writeSecret } from '../../keystore.ts';
import { localSigner, type LocalSigner, randomPrivateKey } from './signers.ts';

/** Draws a key and keeps it encrypted. Throws where the file exists. */
export async function createKeystore(file: KeystoreFile, scryptN?: number): Promise<LocalSigner> {
  const privateKey = randomPrivateKey();
  await writeSecret(file, privateKey, scryptN);
  return localSigner(privateKey);
}

/** Throws on a file that others may read, on one that is not a keystore, and on a wrong password. */
export async function openKeystore(file: KeystoreFile): Promise<LocalSigner> {
  return localSigner(await readSecretBytes(file));
}

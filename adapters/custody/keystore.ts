import { decryptKeystoreJson, encryptKeystoreJson, isKeystoreJson } from 'ethers/wallet';
import { computeAddress } from 'ethers/transaction';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface KeystoreFile {
  readonly path: string;
  readonly password: string;
}

/**
 * The cost of scrypt: opening takes about a second. A devnet, whose password protects nothing, can
 * use 1,024.
 */
const safeScryptN = 131_072;

/**
 * Writes 32 secret bytes encrypted (Web3 secret storage, mode 0600); they are durable on return.
 * Throws if the file exists. The format records an EVM address for the key; other families that
 * store their seed this way ignore it.
 */
export async function writeSecret(
  { path, password }: KeystoreFile,
  secret: Uint8Array,
  scryptN = safeScryptN,
): Promise<void> {
  const privateKey = `0x${Buffer.from(secret).toString('hex')}`;
  const account = { address: computeAddress(privateKey), privateKey };
  const json = await encryptKeystoreJson(account, password, { scrypt: { N: scryptN, r: 8, p: 1 } });

  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${json}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Throws on a file that others may read, on a file that is not a keystore, and on a wrong password.
 * The message never contains the content.
 */
export async function readSecretBytes({ path, password }: KeystoreFile): Promise<Uint8Array> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0)
    throw new Error(`the keystore ${path} can be read by others; set its mode to 0600`);
  const json = await readFile(path, 'utf8');
  if (!isKeystoreJson(json)) throw new Error(`${path} is not a Web3 secret storage keystore`);

  return Buffer.from((await privateKeyIn(json, path, password)).slice(2), 'hex');
}

async function privateKeyIn(json: string, path: string, password: string): Promise<string> {
  try {
    return (await decryptKeystoreJson(json, password)).privateKey;
  } catch {
    // The library's error contains its arguments, including the password.
    throw new Error(
      `the keystore ${path} does not open: the password is wrong or the file is damaged`,
    );
  }
}

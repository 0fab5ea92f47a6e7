import {
  hasMlDsa,
  isKeyName,
  noteKey,
  type NoteKey,
  noteKeyTypes,
  rawPublicKey,
} from '@interline/adapters/transparency-log';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import { type Disk, ifThere, thisDisk } from './disk.ts';
import { createDurably, makeFolderDurably } from './write-durably.ts';

export interface WitnessKey {
  readonly publicKey: NoteKey;
  readonly privateKey: KeyObject;
}

interface KeyFile {
  readonly name: string;
  /** PKCS#8 in base64: Ed25519 and, if Node supported it then, ML-DSA-44. */
  readonly keys: readonly string[];
}

/**
 * The witness's own keys, created at its first start. Throws if it is later started with another
 * name, or if it cannot determine whether keys exist.
 */
export async function witnessKeys(
  folder: string,
  name: string,
  disk: Disk = thisDisk,
): Promise<readonly WitnessKey[]> {
  const path = join(folder, 'keys.json');
  await makeFolderDurably(folder, folder);
  let text = await ifThere(disk.readFile(path));
  if (text === null) {
    await createDurably(path, `${JSON.stringify(newKeys(name))}\n`);
    text = await disk.readFile(path);
  }
  const file = JSON.parse(text) as KeyFile; // CAST: a file of our own.
  if (file.name !== name)
    throw new Error(
      `the witness in ${folder} is named ${file.name}, and its cosignatures say so; it cannot be ${name}`,
    );
  return file.keys.map((key) => {
    const privateKey = createPrivateKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    return { publicKey: publicKeyOf(name, privateKey), privateKey };
  });
}

function newKeys(name: string): KeyFile {
  if (!isKeyName(name) || Buffer.byteLength(name) > 255)
    throw new Error(
      `a witness cannot be named "${name}"; wanted a name such as witness.example/w1, without spaces and plus signs`,
    );
  const pairs = [
    generateKeyPairSync('ed25519'),
    ...(hasMlDsa() ? [generateKeyPairSync('ml-dsa-44')] : []),
  ];
  return {
    name,
    keys: pairs.map(({ privateKey }) =>
      privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ),
  };
}

function publicKeyOf(name: string, privateKey: KeyObject): NoteKey {
  const publicKey = createPublicKey(privateKey);
  return privateKey.asymmetricKeyType === 'ed25519'
    ? noteKey(name, noteKeyTypes.cosignature, rawPublicKey('ed25519', publicKey))
    : noteKey(name, noteKeyTypes.mlDsaCosignature, rawPublicKey('ml-dsa-44', publicKey));
}

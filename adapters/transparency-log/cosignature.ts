import { type KeyObject, sign, verify } from 'node:crypto';
import { mlDsaKeyOf } from './ml-dsa.ts';
import { type Checkpoint, checkpointText } from './checkpoint.ts';
import { ed25519KeyOf, type NoteKey, noteKeyTypes, type NoteSignature } from './signed-note.ts';

/** A witness's statement that at that time this was the largest tree it saw of the log. */
export interface Cosignature {
  readonly atSec: number;
}

const timeBytes = 8;

/** c2sp.org/tlog-cosignature, of either type. */
export function cosign(
  key: { readonly publicKey: NoteKey; readonly privateKey: KeyObject },
  checkpoint: Checkpoint,
  atSec: number,
): NoteSignature {
  const { name, keyId } = key.publicKey;
  const message = messageOf(key.publicKey, checkpoint, atSec);
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(atSec));
  return { name, keyId, signature: Buffer.concat([time, sign(null, message, key.privateKey)]) };
}

/** Null where it is not one of that key on that checkpoint. */
export function readCosignature(
  key: NoteKey,
  checkpoint: Checkpoint,
  signature: Uint8Array,
): Cosignature | null {
  if (signature.length <= timeBytes) return null;
  const bytes = Buffer.from(signature);
  const atSec = Number(bytes.readBigUInt64BE(0));
  // A time of zero makes no statement on how new the tree is.
  if (!Number.isSafeInteger(atSec) || atSec === 0) return null;
  const publicKey =
    key.type === noteKeyTypes.mlDsaCosignature
      ? mlDsaKeyOf('ml-dsa-44', key.publicKey)
      : ed25519KeyOf(key.publicKey);
  const message = messageOf(key, checkpoint, atSec);
  return verify(null, message, publicKey, bytes.subarray(timeBytes)) ? { atSec } : null;
}

function messageOf(key: NoteKey, checkpoint: Checkpoint, atSec: number): Buffer {
  switch (key.type) {
    case noteKeyTypes.cosignature:
      return Buffer.from(`cosignature/v1\ntime ${atSec}\n${checkpointText(checkpoint)}`);
    case noteKeyTypes.mlDsaCosignature:
      return subtreeMessage(key.name, checkpoint, atSec);
    case noteKeyTypes.ed25519:
      throw new Error(`the key of ${key.name} is one of a log; it cosigns nothing`);
  }
}

/** `cosigned_message` of the whole tree: a subtree that begins at leaf 0. */
function subtreeMessage(name: string, { origin, size, root }: Checkpoint, atSec: number): Buffer {
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    prefixed(name),
    uint64(atSec),
    prefixed(origin),
    uint64(0),
    uint64(size),
    root,
  ]);
}

function prefixed(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > 255)
    throw new Error('names and origins have 1 to 255 bytes');
  return Buffer.concat([Uint8Array.of(bytes.length), bytes]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

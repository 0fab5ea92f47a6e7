import { bytesInBase64 } from '../blind.ts';
import { joined } from '../pss.ts';
import { merkleRoot } from './merkle-root.ts';
import type { Checkpoint, NoteKey } from './read-note.ts';

/** Verifies ML-DSA of FIPS 204 with an empty context; the public key is raw. */
export type VerifyMlDsa = (
  name: 'ML-DSA-44' | 'ML-DSA-65',
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

export async function verifyEd25519(
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return verifyBy('raw', 'Ed25519', publicKey, message, signature);
}

/** The platform's own ML-DSA; null where it has none. */
export async function platformMlDsa(): Promise<VerifyMlDsa | null> {
  const probe = new Uint8Array(1_312);
  try {
    await crypto.subtle.importKey(rawPublic, probe, 'ML-DSA-44', false, ['verify']);
  } catch {
    return null;
  }
  return (name, publicKey, message, signature) =>
    verifyBy(rawPublic, name, publicKey, message, signature);
}

/** Whether it is the checkpoint of exactly these leaves, signed by their log. */
export async function isOfLeaves(
  checkpoint: Checkpoint | null,
  logKey: NoteKey,
  leaves: readonly string[],
): Promise<boolean> {
  return (
    checkpoint !== null &&
    checkpoint.origin === logKey.name &&
    checkpoint.size === leaves.length &&
    checkpoint.root === (await merkleRoot(leaves)) &&
    (await isSignedByLog(checkpoint, logKey))
  );
}

/** Whether the log's key signed the checkpoint. */
export async function isSignedByLog(checkpoint: Checkpoint, key: NoteKey): Promise<boolean> {
  const own = checkpoint.signatures.filter(isOf(key));
  const message = new TextEncoder().encode(checkpoint.text);
  const verified = await Promise.all(
    own.map(({ bytes }) => verifyEd25519(key.publicKey, message, bytes)),
  );
  return own.length > 0 && verified.every((holds) => holds);
}

const timeBytes = 8;

/**
 * When the witness cosigned the checkpoint with that key (epoch milliseconds); null where it did
 * not, undefined where this platform cannot tell.
 */
export async function cosignedAt(
  checkpoint: Checkpoint,
  key: NoteKey,
  mlDsa: VerifyMlDsa | null,
): Promise<number | null | undefined> {
  if (key.type === mlDsaCosignature && mlDsa === null) return undefined;
  for (const { bytes } of checkpoint.signatures.filter(isOf(key))) {
    if (bytes.length <= timeBytes) continue;
    const time = bytes.slice(0, timeBytes);
    const atSec = Number(new DataView(time.buffer).getBigUint64(0));
    const signature = bytes.slice(timeBytes);
    const holds =
      key.type === mlDsaCosignature
        ? await mlDsa?.(
            'ML-DSA-44',
            key.publicKey,
            subtreeMessage(key.name, checkpoint, time),
            signature,
          )
        : key.type === ed25519Cosignature &&
          (await verifyEd25519(
            key.publicKey,
            new TextEncoder().encode(`cosignature/v1\ntime ${atSec}\n${checkpoint.text}`),
            signature,
          ));
    if (holds === true && atSec > 0) return atSec * 1_000;
  }
  return null;
}

const ed25519Cosignature = 4;
const mlDsaCosignature = 6;
// CAST: the types of the platform do not know the format that ML-DSA's keys have.
const rawPublic = 'raw-public' as 'raw';

async function verifyBy(
  format: 'raw',
  name: string,
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey(format, publicKey, name, false, ['verify']);
    return await crypto.subtle.verify(name, key, signature, message);
  } catch {
    return false;
  }
}

/** `cosigned_message` of c2sp.org/tlog-cosignature, of the whole tree. */
function subtreeMessage(
  name: string,
  { origin, size, root }: Checkpoint,
  time: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const end = new DataView(new ArrayBuffer(8));
  end.setBigUint64(0, BigInt(size));
  return joined(
    new TextEncoder().encode('subtree/v1\n\0'),
    prefixed(name),
    time,
    prefixed(origin),
    new Uint8Array(8),
    new Uint8Array(end.buffer),
    bytesInBase64(root),
  );
}

function prefixed(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  return joined(Uint8Array.of(bytes.length), bytes);
}

function isOf(key: NoteKey): (one: { readonly name: string; readonly keyId: string }) => boolean {
  return ({ name, keyId }) => name === key.name && keyId === key.keyId;
}

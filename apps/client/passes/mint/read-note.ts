import { base64Of, bytesInBase64 } from '../blind.ts';
import { hexOf } from '../numbers.ts';
import { joined } from '../pss.ts';
import { sha256 } from './merkle-root.ts';

/** A checkpoint that somebody signed (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** What is signed: three lines. */
  readonly text: string;
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  readonly keyId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface NoteKey {
  readonly name: string;
  readonly keyId: string;
  /** 1: a log's Ed25519; 4 and 6: a witness's Ed25519 and ML-DSA-44. */
  readonly type: number;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

const idBytes = 4;

/** Throws where it is none. */
function readCheckpoint(note: string): Checkpoint {
  const [, text = '', origin = '', size = '', root = '', lines = ''] =
    /^(([^\s+]+)\n(0|[1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n)\n((?:\u2014 [^\s+]+ [A-Za-z0-9+/]+={0,2}\n)+)$/u.exec(
      note,
    ) ?? [];
  if (text === '') throw new Error('a checkpoint is not spelt as one');
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', encoded = ''] = line.split(' ');
      const bytes = bytesInBase64(encoded);
      if (base64Of(bytes) !== encoded) throw new Error('a signature is not spelt as it is written');
      return { name, keyId: hexOf(bytes.slice(0, idBytes)), bytes: bytes.slice(idBytes) };
    });
  return { text, origin, size: Number(size), root, signatures };
}

export function checkpointOrNull(note: string): Checkpoint | null {
  try {
    return readCheckpoint(note);
  } catch {
    return null;
  }
}

/** Throws where it is no verifier key, or its id is not the one of its bytes. */
export async function readVerifierKey(vkey: string): Promise<NoteKey> {
  const [, name = '', keyId = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(vkey) ?? [];
  const bytes = bytesInBase64(encoded);
  const key = await noteKey(name, bytes[0] ?? 0, bytes.slice(1));
  if (name === '' || key.keyId !== keyId)
    throw new Error(`${vkey.slice(0, 80)} is no verifier key`);
  return key;
}

export async function noteKey(
  name: string,
  type: number,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<NoteKey> {
  const named = new TextEncoder().encode(`${name}\n`);
  const hash = await sha256(joined(named, Uint8Array.of(type), publicKey));
  return { name, type, publicKey, keyId: hexOf(hash.slice(0, idBytes)) };
}

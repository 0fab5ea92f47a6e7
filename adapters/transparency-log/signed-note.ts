import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A text and who signed it, as c2sp.org/signed-note has them. */
export interface SignedNote {
  /** Includes the last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** Eight lower-case hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A key that verifies: of a log (Ed25519), or of a witness (cosignatures). */
export interface NoteKey {
  readonly name: string;
  readonly keyId: string;
  readonly type: NoteKeyType;
  readonly publicKey: Uint8Array;
}

/** The bytes that C2SP assigned. */
export const noteKeyTypes = { ed25519: 0x01, cosignature: 0x04, mlDsaCosignature: 0x06 } as const;
type NoteKeyType = (typeof noteKeyTypes)[keyof typeof noteKeyTypes];

const publicKeyBytes: Readonly<Record<NoteKeyType, number>> = { 0x01: 32, 0x04: 32, 0x06: 1_312 };
/** No more are read: every reader must accept 16. */
const mostSignatures = 32;
const idBytes = 4;

/** A name has no space of any kind and no plus (c2sp.org/signed-note). */
export function isKeyName(name: string): boolean {
  return /^[^\s+\p{Z}\p{Cc}]+$/u.test(name);
}

/** Throws where the text is not a signed note. */
export function readNote(note: string): SignedNote {
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new Error('a note has control characters');
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) throw new Error('a note has a text and signatures');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > mostSignatures)
    throw new Error(`a note has at most ${mostSignatures} signatures here`);
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignatureLine) };
}

/** Throws where the text is not a signature line. */
export function readSignatureLine(line: string): NoteSignature {
  const [, name = '', text = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? [];
  const bytes = strictBase64(text);
  if (!isKeyName(name) || bytes === null || bytes.length <= idBytes)
    throw new Error('a signature line is "— <name> <base64 of key id and signature>"');
  return {
    name,
    keyId: bytes.subarray(0, idBytes).toString('hex'),
    signature: bytes.subarray(idBytes),
  };
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  const bytes = Buffer.concat([Buffer.from(keyId, 'hex'), signature]);
  return `— ${name} ${bytes.toString('base64')}\n`;
}

export function noteOf({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join('')}`;
}

export function noteKey(name: string, type: NoteKeyType, publicKey: Uint8Array): NoteKey {
  const hash = createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(type))
    .update(publicKey)
    .digest();
  return { name, type, publicKey, keyId: hash.subarray(0, idBytes).toString('hex') };
}

/** `<name>+<key id>+<base64 of type and key>`. Throws where the type is not one of the above. */
export function readVerifierKey(vkey: string): NoteKey {
  const [, name = '', keyId = '', text = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(vkey) ?? [];
  const bytes = strictBase64(text) ?? Buffer.alloc(0);
  const type = Object.values(noteKeyTypes).find((one) => one === bytes[0]);
  if (!isKeyName(name) || type === undefined || bytes.length !== 1 + publicKeyBytes[type])
    throw new Error(
      'a verifier key is <name>+<8 hex digits>+<base64>, of Ed25519 or of cosignatures (c2sp.org/signed-note)',
    );
  const key = noteKey(name, type, bytes.subarray(1));
  if (key.keyId !== keyId)
    throw new Error(`the key id of ${name} is ${key.keyId}, and its verifier key says ${keyId}`);
  return key;
}

export function verifierKey({ name, keyId, type, publicKey }: NoteKey): string {
  const bytes = Buffer.concat([Uint8Array.of(type), publicKey]);
  return `${name}+${keyId}+${bytes.toString('base64')}`;
}

/**
 * The note's signatures by that key. A signature with only the same name or the same id does not
 * count.
 */
export function signaturesBy(
  { signatures }: SignedNote,
  { name, keyId }: Pick<NoteKey, 'name' | 'keyId'>,
): readonly Uint8Array[] {
  return signatures
    .filter((one) => one.name === name && one.keyId === keyId)
    .map(({ signature }) => signature);
}

/** Whether the log's key signed the note, and no signature by it is wrong. */
export function isSignedBy(note: SignedNote, key: NoteKey): boolean {
  const found = signaturesBy(note, key);
  const publicKey = ed25519KeyOf(key.publicKey);
  return (
    key.type === noteKeyTypes.ed25519 &&
    found.length > 0 &&
    found.every((one) => verify(null, Buffer.from(note.text), publicKey, one))
  );
}

export function ed25519KeyOf(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

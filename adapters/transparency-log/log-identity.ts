import type { HeadSignature, LogIdentity } from '@interline/ports';
import {
  createPrivateKey,
  generateKeyPairSync,
  createHash,
  type KeyObject,
  sign,
} from 'node:crypto';
import { type Seal } from '../seal/index.ts';
import { rawPublicKey } from './ml-dsa.ts';
import { type NoteKey, noteKey, noteKeyTypes, strictBase64 } from './signed-note.ts';

const ed25519Bytes = 32;
const sigPubBytes = ed25519Bytes + 1_952;

interface OpenIdentity {
  readonly ed25519: KeyObject;
  readonly mlDsa: KeyObject;
}

/** `origin`: the log's name; made of its own keys where left out. */
export function createIdentity(seal: Seal, origin: string | undefined): LogIdentity {
  const [ed25519, mlDsa] = [generateKeyPairSync('ed25519'), mlDsaPair()];
  const sigPub = Buffer.concat([
    rawPublicKey('ed25519', ed25519.publicKey),
    rawPublicKey('ml-dsa-65', mlDsa.publicKey),
  ]).toString('base64');
  const secret = [ed25519, mlDsa].map(({ privateKey }) =>
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  );
  return {
    origin: origin ?? `interline-${hexOf(sigPub).slice(0, 16)}/plus-mint`,
    sigPub,
    sealed: seal.seal(Buffer.from(JSON.stringify(secret)), sigPub),
  };
}

export function openIdentity(
  seal: Seal,
  { sigPub, sealed }: Pick<LogIdentity, 'sigPub' | 'sealed'>,
): OpenIdentity {
  const keys = JSON.parse(Buffer.from(seal.open(sealed, sigPub)).toString()) as string[]; // CAST: we sealed it.
  const [ed25519, mlDsa] = keys.map((key) =>
    createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }),
  );
  if (ed25519 === undefined || mlDsa === undefined) throw new Error('a key of the log is missing');
  return { ed25519, mlDsa };
}

export function signHead({ ed25519, mlDsa }: OpenIdentity, text: string): HeadSignature {
  const message = Buffer.from(text);
  return {
    mlSig: sign(null, message, mlDsa).toString('base64'),
    edSig: sign(null, message, ed25519).toString('base64'),
  };
}

/** The Ed25519 half: it signs the log's checkpoints too, whose texts no head has. */
export function logKeyOf({ origin, sigPub }: Omit<LogIdentity, 'sealed'>): NoteKey {
  const bytes = strictBase64(sigPub);
  if (bytes?.length !== sigPubBytes)
    throw new Error(`an identity has ${sigPubBytes} bytes in base64`);
  return noteKey(origin, noteKeyTypes.ed25519, bytes.subarray(0, ed25519Bytes));
}

export function fingerprintOf(sigPub: string): string {
  return Buffer.from(hexOf(sigPub), 'hex').toString('base64');
}

function hexOf(sigPub: string): string {
  return createHash('sha256').update(Buffer.from(sigPub, 'base64')).digest('hex');
}

function mlDsaPair(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  try {
    return generateKeyPairSync('ml-dsa-65');
  } catch (error) {
    throw new Error(
      `the mint of passes signs with ML-DSA-65, which Node has from 24 on; this is ${process.versions.node}`,
      { cause: error },
    );
  }
}

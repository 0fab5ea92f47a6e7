import { base64Of } from '../passes/blind.ts';
import { enoughCosigners, type WitnessPolicy } from '../passes/mint/count-witnesses.ts';
import { leafHash, rootAbove, sha256 } from '../passes/mint/merkle-root.ts';
import { checkpointOrNull, readVerifierKey } from '../passes/mint/read-note.ts';
import { readProof, strictBytes } from '../passes/mint/read-proof.ts';
import { isSignedByLog, verifyEd25519, type VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { joined } from '../passes/pss.ts';

/** As `GET /api/verify/receipt` answered it: it can be kept, and shown to anybody. */
export interface KeptReceipt {
  readonly jws: string;
  /** 32 bytes in base64. */
  readonly salt: string;
  /** Null where it was fetched before the log had it. */
  readonly proof: string | null;
}

/** What is believed: the service's keys, as they were seen once. */
export interface ReceiptTrust {
  /** Of `/.well-known/jwks.json`. */
  readonly keys: readonly { readonly kid: string; readonly x: string }[];
  /** The log's key, of `GET /api/transparency/vkey`. */
  readonly vkey: string;
  /** Who must have cosigned the checkpoint; nobody where it is left out. */
  readonly witnesses?: WitnessPolicy;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
  readonly nowMs?: number;
}

/** What a receipt says that holds. */
export interface CheckedReceipt {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Null where no proof was shown: signed, and not yet seen in the log. */
  readonly logged: {
    readonly index: number;
    readonly size: number;
    readonly cosigned: readonly { readonly name: string; readonly atMs: number }[];
  } | null;
}

/** What is shown is not a receipt of that service. */
export class ReceiptError extends Error {
  override readonly name = 'ReceiptError';
}

/**
 * Checks a receipt and its proof without asking anybody, by WebCrypto alone. Throws `ReceiptError`,
 * which says what is wrong.
 */
export async function checkReceipt(
  kept: KeptReceipt,
  trust: ReceiptTrust,
): Promise<CheckedReceipt> {
  const claims = await claimsOf(kept.jws, trust.keys);
  return { claims, logged: kept.proof === null ? null : await placeOf(kept, kept.proof, trust) };
}

async function claimsOf(
  jws: string,
  keys: ReceiptTrust['keys'],
): Promise<CheckedReceipt['claims']> {
  const [head = '', claims = '', signature = '', ...more] = jws.split('.');
  const [header, said] = [jsonIn(head), jsonIn(claims)];
  const bytes = bytesInBase64Url(signature);
  if (more.length > 0 || header === null || said === null || bytes === null)
    throw new ReceiptError('this is not a JWS in compact form');
  if (header['alg'] !== 'EdDSA' || header['typ'] !== 'interline-receipt+jwt')
    throw new ReceiptError(
      `this is no receipt: its type is ${String(header['typ'])}, signed by ${String(header['alg'])}`,
    );
  const key = keys.find(({ kid }) => kid === header['kid']);
  const publicKey = key === undefined ? null : bytesInBase64Url(key.x);
  if (publicKey === null) throw new ReceiptError('it is signed by a key that you do not know');
  if (!(await verifyEd25519(publicKey, utf8(`${head}.${claims}`), bytes)))
    throw new ReceiptError('the signature does not verify');
  return said;
}

async function placeOf(
  { jws, salt }: KeptReceipt,
  text: string,
  { vkey, witnesses, mlDsa: given, nowMs = Date.now() }: ReceiptTrust,
): Promise<NonNullable<CheckedReceipt['logged']>> {
  const proof = readProof(text);
  const salted = strictBytes(salt);
  if (proof === null || proof.extra !== salt || salted === null)
    throw new ReceiptError('the proof is not one of this receipt (c2sp.org/tlog-proof@v1)');
  const { index, path, note } = proof;
  const checkpoint = checkpointOrNull(note);
  const key = await readVerifierKey(vkey).catch(() => null);
  if (key === null) throw new ReceiptError('the key of the log is not a verifier key');
  if (checkpoint === null || checkpoint.origin !== key.name)
    throw new ReceiptError('the checkpoint of the proof is not one of that log');
  if (!(await isSignedByLog(checkpoint, key)))
    throw new ReceiptError('the checkpoint of the proof is not signed by that log');
  const { size } = checkpoint;
  const entry = joined(utf8('interline-receipt/v1\n'), await sha256(joined(salted, utf8(jws))));
  const root = index < size ? await rootAbove(await leafHash(entry), { index, size, path }) : null;
  if (root === null || base64Of(root) !== checkpoint.root)
    throw new ReceiptError('the proof does not lead from this receipt to the root of the log');
  if (witnesses === undefined) return { index, size, cosigned: [] };

  const refusal = (words: string): ReceiptError => new ReceiptError(words);
  const cosigned = await enoughCosigners(checkpoint, witnesses, { mlDsa: given, nowMs }, refusal);
  return { index, size, cosigned };
}

function jsonIn(part: string): Readonly<Record<string, unknown>> | null {
  const bytes = bytesInBase64Url(part);
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    // CAST: an object's members are unknown, which is what the type says.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Strict: another spelling of the same bytes would be another receipt with the same signature. */
function bytesInBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return strictBytes(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

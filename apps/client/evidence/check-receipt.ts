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

/** What a receipt, or another signed statement of the service, says that holds. */
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
  const { jws, salt, proof } = kept;
  const claims = await claimsOf(jws, 'receipt', trust.keys);
  if (proof === null) return { claims, logged: null };
  const salted = strictBytes(salt);
  if (salted === null) throw notOfThis('receipt');
  const said = { kind: 'receipt', extra: salt, hashed: joined(salted, utf8(jws)) } as const;
  return { claims, logged: await placeOf(said, proof, trust) };
}

/** The same of what `GET /api/transparency/reserves` answered. */
export async function checkReserves(
  { jws, proof }: { readonly jws: string; readonly proof: string | null },
  trust: ReceiptTrust,
): Promise<CheckedReceipt> {
  const claims = await claimsOf(jws, 'reserves', trust.keys);
  if (proof === null) return { claims, logged: null };
  const said = { kind: 'reserves', extra: null, hashed: utf8(jws) } as const;
  return { claims, logged: await placeOf(said, proof, trust) };
}

/** What the service signs and logs, each under a type and an entry of its own. */
type Kind = 'receipt' | 'reserves';

async function claimsOf(
  jws: string,
  kind: Kind,
  keys: ReceiptTrust['keys'],
): Promise<CheckedReceipt['claims']> {
  const [head = '', claims = '', signature = '', ...more] = jws.split('.');
  const [header, said] = [jsonIn(head), jsonIn(claims)];
  const bytes = bytesInBase64Url(signature);
  if (more.length > 0 || header === null || said === null || bytes === null)
    throw new ReceiptError('this is not a JWS in compact form');
  if (header['alg'] !== 'EdDSA' || header['typ'] !== `interline-${kind}+jwt`)
    throw new ReceiptError(
      `this is no ${kind === 'receipt' ? kind : 'statement of reserves'}: its type is ${String(header['typ'])}, signed by ${String(header['alg'])}`,
    );
  const key = keys.find(({ kid }) => kid === header['kid']);
  const publicKey = key === undefined ? null : bytesInBase64Url(key.x);
  if (publicKey === null) throw new ReceiptError('it is signed by a key that you do not know');
  if (!(await verifyEd25519(publicKey, utf8(`${head}.${claims}`), bytes)))
    throw new ReceiptError('the signature does not verify');
  return said;
}

interface Logged {
  readonly kind: Kind;
  /** What stands beside the proof. */
  readonly extra: string | null;
  /** What the entry is the hash of. */
  readonly hashed: Uint8Array<ArrayBuffer>;
}

function thisOf(kind: Kind): string {
  return kind === 'receipt' ? 'this receipt' : 'these reserves';
}

function notOfThis(kind: Kind): ReceiptError {
  return new ReceiptError(`the proof is not one of ${thisOf(kind)} (c2sp.org/tlog-proof@v1)`);
}

async function placeOf(
  { kind, extra, hashed }: Logged,
  text: string,
  { vkey, witnesses, mlDsa: given, nowMs = Date.now() }: ReceiptTrust,
): Promise<NonNullable<CheckedReceipt['logged']>> {
  const proof = readProof(text);
  if (proof === null || proof.extra !== extra) throw notOfThis(kind);
  const { index, path, note } = proof;
  const checkpoint = checkpointOrNull(note);
  const key = await readVerifierKey(vkey).catch(() => null);
  if (key === null) throw new ReceiptError('the key of the log is not a verifier key');
  if (checkpoint === null || checkpoint.origin !== key.name)
    throw new ReceiptError('the checkpoint of the proof is not one of that log');
  if (!(await isSignedByLog(checkpoint, key)))
    throw new ReceiptError('the checkpoint of the proof is not signed by that log');
  const { size } = checkpoint;
  const entry = joined(utf8(`interline-${kind}/v1\n`), await sha256(hashed));
  const root = index < size ? await rootAbove(await leafHash(entry), { index, size, path }) : null;
  if (root === null || base64Of(root) !== checkpoint.root)
    throw new ReceiptError(`the proof does not lead from ${thisOf(kind)} to the root of the log`);
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

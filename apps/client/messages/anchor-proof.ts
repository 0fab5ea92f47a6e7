import { base64Of } from '../passes/blind.ts';
import type { MintPin } from '../passes/mint/check-mint.ts';
import { enoughCosigners, type WitnessPolicy } from '../passes/mint/count-witnesses.ts';
import { leafHash, rootAbove, sha256 } from '../passes/mint/merkle-root.ts';
import { checkpointOrNull, noteKey } from '../passes/mint/read-note.ts';
import { readProof, strictBytes } from '../passes/mint/read-proof.ts';
import { isSignedByLog, type VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { hexOf } from '../passes/numbers.ts';

/** A row and its proof, as they are kept: all of it can be shown to anybody. */
export interface AnchoredRow {
  readonly id: string;
  /** 4,096 bytes in base64, as they were put. */
  readonly row: string;
  /** The mint beside whose log the row stands. */
  readonly mint: { readonly origin: string; readonly sigPub: string };
  /** As c2sp.org/tlog-proof has it. */
  readonly proof: string;
}

export interface AnchorCheckOptions {
  /** What is remembered of the mint: its keys, and whom it is watched by. */
  readonly pin: Pick<MintPin, 'origin' | 'sigPub' | 'policy'>;
  /** Whom the caller trusts to watch; else those of the pin. */
  readonly policy?: WitnessPolicy;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
  readonly nowMs?: number;
}

/** What a proof that holds says. */
export interface ProvenAnchor {
  /** SHA-256 of the row, in hex: what is in the log. The row's id is no part of the proof. */
  readonly hash: string;
  /** The row's place among all that was anchored, from 0, and how many there were. */
  readonly index: number;
  readonly size: number;
  /** Who saw it there and when, the earliest first. Empty where nobody watches the mint. */
  readonly cosigned: readonly { readonly name: string; readonly atMs: number }[];
}

/** The proof does not show that the row stands in the log. */
export class AnchorError extends Error {
  override readonly name = 'AnchorError';
}

/**
 * Checks all of a proof without asking anybody: the row's hash, its path to the root, the log's
 * signature, and the witnesses' against those that the pin knows. A signature by a key that is not
 * known says nothing; one by a key that is known and does not verify spoils the proof. Throws
 * `AnchorError`, which says what is wrong.
 */
export async function checkAnchor(
  { row, mint, proof }: AnchoredRow,
  { pin, policy = pin.policy, mlDsa: given, nowMs = Date.now() }: AnchorCheckOptions,
): Promise<ProvenAnchor> {
  const sigPub = bytesOf(mint.sigPub);
  if (mint.origin !== pin.origin || base64Of(await sha256(sigPub)) !== pin.sigPub)
    throw new AnchorError('the proof is of another mint than the one that you know');
  const read = readProof(proof);
  if (read === null || read.extra !== null)
    throw new AnchorError('the proof is not spelt as one (c2sp.org/tlog-proof@v1)');
  const { index, path, note } = read;
  const checkpoint = checkpointOrNull(note);
  if (checkpoint === null) throw new AnchorError('the checkpoint of the proof is not spelt as one');
  if (index >= checkpoint.size)
    throw new AnchorError(`the proof names leaf ${index} of a log that has ${checkpoint.size}`);

  const hash = hexOf(await sha256(bytesOf(row)));
  const root = await rootAbove(await leafHash(hash), { index, size: checkpoint.size, path });
  if (root === null || base64Of(root) !== checkpoint.root)
    throw new AnchorError(
      'the path of the proof does not lead from this row to the root of the log',
    );
  const own = `${mint.origin}/messages`;
  const number = checkpoint.origin.startsWith(own) ? checkpoint.origin.slice(own.length) : '-';
  const logKey = await noteKey(checkpoint.origin, 1, sigPub.slice(0, ed25519Bytes));
  // One that lost rows is begun anew under the next number; what it proves is proven all the same.
  if (!/^(\/[1-9][0-9]{0,5})?$/.test(number) || !(await isSignedByLog(checkpoint, logKey)))
    throw new AnchorError(
      'the checkpoint of the proof is not signed by the log of messages of that mint',
    );

  const refusal = (words: string): AnchorError => new AnchorError(words);
  const cosigned = await enoughCosigners(checkpoint, policy, { mlDsa: given, nowMs }, refusal);
  return { hash, index, size: checkpoint.size, cosigned };
}

const ed25519Bytes = 32;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = strictBytes(text);
  if (bytes === null)
    throw new AnchorError('the row, the keys or the proof are not base64 as they were written');
  return bytes;
}

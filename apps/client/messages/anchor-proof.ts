import { base64Of, bytesInBase64 } from '../passes/blind.ts';
import type { MintPin } from '../passes/mint/check-mint.ts';
import {
  clockToleranceMs,
  countWitnesses,
  type WitnessPolicy,
  wrongCosigner,
} from '../passes/mint/count-witnesses.ts';
import { leafHash, rootAbove, sha256 } from '../passes/mint/merkle-root.ts';
import { checkpointOrNull, noteKey } from '../passes/mint/read-note.ts';
import { isSignedByLog, platformMlDsa, type VerifyMlDsa } from '../passes/mint/verify-signature.ts';
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
  const sigPub = strictBytes(mint.sigPub);
  if (mint.origin !== pin.origin || base64Of(await sha256(sigPub)) !== pin.sigPub)
    throw new AnchorError('the proof is of another mint than the one that you know');
  const { index, path, note } = readProof(proof);
  const checkpoint = checkpointOrNull(note);
  if (checkpoint === null) throw new AnchorError('the checkpoint of the proof is not spelt as one');
  if (index >= checkpoint.size)
    throw new AnchorError(`the proof names leaf ${index} of a log that has ${checkpoint.size}`);

  const hash = hexOf(await sha256(strictBytes(row)));
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

  const mlDsa = given ?? (await platformMlDsa());
  const wrong = await wrongCosigner(checkpoint, policy, mlDsa);
  if (wrong !== null) throw new AnchorError(`the cosignature of ${wrong} does not verify`);
  const cosigned = await countWitnesses(checkpoint, policy, mlDsa, nowMs + clockToleranceMs);
  if (cosigned.length < policy.quorum)
    throw new AnchorError(
      `${cosigned.length} of the witnesses that you know cosigned the proof, and ${policy.quorum} are needed`,
    );
  return { hash, index, size: checkpoint.size, cosigned };
}

const ed25519Bytes = 32;
const mostPath = 64;

/** Exactly as the log writes it: no extra line, no other spelling of the same bytes. */
function readProof(text: string): {
  readonly index: number;
  readonly path: readonly Uint8Array<ArrayBuffer>[];
  readonly note: string;
} {
  const [, index = '', path = '', note = ''] =
    /^c2sp\.org\/tlog-proof@v1\nindex (0|[1-9][0-9]{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([^]*)$/.exec(
      text,
    ) ?? [];
  if (index === '') throw new AnchorError('the proof is not spelt as one (c2sp.org/tlog-proof@v1)');
  const hashes = path.split('\n').slice(0, -1);
  if (hashes.length > mostPath)
    throw new AnchorError('the path of the proof is longer than any log is high');
  return { index: Number(index), path: hashes.map(strictBytes), note };
}

function strictBytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = bytesInBase64(text);
    if (base64Of(bytes) === text) return bytes;
  } catch {
    // Told below.
  }
  throw new AnchorError('the row, the keys or the proof are not base64 as they were written');
}

import {
  type Checkpoint,
  cosign,
  emptyRoot,
  isConsistent,
  isSignedBy,
  type NoteKey,
  readCheckpoint,
  readNote,
  signatureLine,
  noteOf,
  signaturesBy,
  strictBase64,
} from '@interline/adapters/transparency-log';
import type { seenCheckpoints, SeenCheckpoint } from './seen-checkpoints.ts';
import type { watchedLogs } from './watched-logs.ts';
import type { WitnessKey } from './witness-keys.ts';

/** A witness's response according to c2sp.org/tlog-witness. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422 | 503;
  readonly body: string;
}

export interface Witness {
  readonly keys: readonly WitnessKey[];
  readonly logs: ReturnType<typeof watchedLogs>;
  readonly seen: ReturnType<typeof seenCheckpoints>;
  /** Epoch seconds. */
  readonly now: () => number;
}

interface Submission {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

const mostProofLines = 63;
/** After this many lost races a request is told to retry. */
const mostTries = 8;

/**
 * Cosigns a checkpoint that extends the last one of its log, once it is on disk; the last one
 * itself may be requested any number of times. It cosigns nothing of a log that was begun again, or
 * two histories of it would coexist. Throws if the disk fails.
 */
export async function addCheckpoint(witness: Witness, body: string): Promise<WitnessAnswer> {
  const submission = readSubmission(body);
  if (submission === null) return answer(400, 'wanted old <size>, proof lines, and a checkpoint');
  const { note, checkpoint } = submission;
  const logKey = await witness.logs.keyOf(checkpoint.origin);
  if (logKey === null) return answer(404, `the log ${checkpoint.origin} is not watched here`);
  const successor = await witness.logs.successorOf(logKey);
  if (successor !== null)
    return answer(
      404,
      `the log ${checkpoint.origin} is cosigned no more: it was begun anew as ${successor}`,
    );
  if (!isSignedBy(readNote(note), logKey)) return answer(403, 'the log did not sign this');
  if (submission.oldSize > checkpoint.size) return answer(400, 'the old size is above the new one');

  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await witness.seen.latest(checkpoint.origin);
    const refusal = judge(submission, seen);
    if (refusal !== null) return refusal;
    const atSec = witness.now();
    const cosignatures = witness.keys.map((key) => cosign(key, checkpoint, atSec));
    const signed = { status: 200, body: cosignatures.map(signatureLine).join('') } as const;
    if (isTheSame(checkpoint, seen)) {
      await witness.seen.settle(checkpoint.origin);
      return signed;
    }
    const kept = noteOf({
      text: readNote(note).text,
      signatures: [...ofLog(note, logKey), ...cosignatures],
    });
    if (await witness.seen.advance(checkpoint.origin, seen, kept)) return signed;
  }
  return answer(503, 'too many at once; send it again');
}

function judge(
  { oldSize, proof, checkpoint }: Submission,
  seen: SeenCheckpoint,
): WitnessAnswer | null {
  if (oldSize !== seen.size) return { status: 409, body: `${seen.size}\n` };
  if (checkpoint.size === 0 && !emptyRoot().equals(checkpoint.root))
    return answer(422, 'this is not the root of no leaf');
  const holds =
    seen.root === null || seen.size === 0
      ? proof.length === 0
      : isConsistent({ from: { size: seen.size, root: seen.root }, to: checkpoint, proof });
  return holds ? null : answer(422, 'the proof does not lead from what was seen to this');
}

/** Whether the repeated checkpoint equals the seen one. */
function isTheSame({ size, root }: Checkpoint, seen: SeenCheckpoint): boolean {
  return seen.root !== null && size === seen.size && Buffer.from(root).equals(seen.root);
}

/** Null if malformed. */
function readSubmission(body: string): Submission | null {
  const [, oldSize = '', lines = '', note = ''] =
    /^old (0|[1-9][0-9]{0,14})\n((?:[^\n]+\n)*)\n([^]+)$/.exec(body) ?? [];
  const proof = lines
    .split('\n')
    .filter((line) => line !== '')
    .map(strictBase64);
  const hashes = proof.filter((hash) => hash?.length === 32);
  if (oldSize === '' || proof.length > mostProofLines || hashes.length !== proof.length)
    return null;
  try {
    const checkpoint = readCheckpoint(readNote(note));
    return {
      oldSize: Number(oldSize),
      proof: hashes.flatMap((hash) => hash ?? []),
      note,
      checkpoint,
    };
  } catch {
    return null;
  }
}

function ofLog(note: string, { name, keyId }: NoteKey) {
  return signaturesBy(readNote(note), { name, keyId }).map((signature) => ({
    name,
    keyId,
    signature,
  }));
}

function answer(status: WitnessAnswer['status'], why: string): WitnessAnswer {
  return { status, body: `${why}\n` };
}

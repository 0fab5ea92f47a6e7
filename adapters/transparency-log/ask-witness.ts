import type { OutboundHttp, RefusedCheckpoint } from '@interline/ports';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { readCosignature } from './cosignature.ts';
import { consistencyProof } from './merkle-proofs.ts';
import { type NoteKey, type NoteSignature, readNote, readSignatureLine } from './signed-note.ts';
import type { TreeHashes } from './tree-hashes.ts';

/** Whom to ask, and how its cosignatures verify. */
export interface AskedWitness {
  readonly name: string;
  readonly url: string;
  readonly keys: readonly NoteKey[];
}

/** Cosignatures of every key of the witness, or why there are none. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly atMs: number; readonly lines: readonly NoteSignature[] }
  | ({ readonly kind: 'refused' } & Omit<RefusedCheckpoint, 'name'>);

const deadlineMs = 5_000;
/** Two cosignatures with ML-DSA take 7 KB. */
const mostBytes = 65_536;
/** A witness whose clock is further off could give a key an earlier start than it has. */
const clockToleranceMs = 600_000;

/** One checkpoint for one witness, by c2sp.org/tlog-witness. Throws only where the signal aborts. */
export async function askWitness(
  { http, now, signal }: WitnessWire,
  witness: AskedWitness,
  { note, tree }: { readonly note: string; readonly tree: TreeHashes },
): Promise<WitnessAnswer> {
  const checkpoint = readCheckpoint(readNote(note));
  const ask = async (oldSize: number): Promise<{ status: number; body: string } | null> => {
    const proof = await consistencyProof(tree, oldSize);
    const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
    return http
      .request(
        {
          url: `${witness.url.replace(/\/+$/, '')}/add-checkpoint`,
          method: 'POST',
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: `old ${oldSize}\n${lines}\n${note}`,
          deadlineMs,
          maxResponseBytes: mostBytes,
        },
        signal,
      )
      .catch((): null => {
        // A caller that stops the request itself has learnt nothing about the witness.
        signal.throwIfAborted();
        return null;
      });
  };

  // Most witnesses have seen all but the newest leaf; a witness that has not says what it saw.
  let remembers = Math.max(0, checkpoint.size - 1);
  let answer = await ask(remembers);
  if (answer?.status === 409) {
    const seen = /^(0|[1-9][0-9]{0,14})\n$/.exec(answer.body)?.[1];
    if (seen === undefined) return refused('it answered 409 and no size');
    remembers = Number(seen);
    if (remembers > checkpoint.size)
      return refused(`it has seen ${seen} leaves, and this log has ${checkpoint.size}`, remembers);
    answer = await ask(remembers);
  }
  if (answer === null) return refused('it did not answer');
  if (answer.status === 422)
    return refused(`it has seen ${remembers} leaves that this log does not go on from`, remembers);
  if (answer.status !== 200) return refused(`it answered ${answer.status}`);
  return judge(witness, checkpoint, answer.body, now());
}

export interface WitnessWire {
  readonly http: OutboundHttp;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

function judge(
  { keys }: AskedWitness,
  checkpoint: Checkpoint,
  body: string,
  nowMs: number,
): WitnessAnswer {
  const answered = linesIn(body);
  const lines: NoteSignature[] = [];
  let atMs = 0;
  for (const key of keys) {
    const line = answered.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
    const cosignature =
      line === undefined ? null : readCosignature(key, checkpoint, line.signature);
    if (line === undefined || cosignature === null)
      return refused(`it gave no cosignature that its key ${key.keyId} verifies`);
    if (Math.abs(cosignature.atSec * 1_000 - nowMs) > clockToleranceMs)
      return refused('the time that it cosigned is not the time');
    atMs = Math.max(atMs, cosignature.atSec * 1_000);
    lines.push(line);
  }
  return { kind: 'cosigned', atMs, lines };
}

function linesIn(body: string): readonly NoteSignature[] {
  return body.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [readSignatureLine(line)];
    } catch {
      return [];
    }
  });
}

function refused(why: string, remembers: number | null = null): WitnessAnswer {
  return { kind: 'refused', why, remembers };
}

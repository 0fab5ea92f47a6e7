import { hashBytes } from './merkle-tree.ts';
import { isKeyName, type SignedNote, strictBase64 } from './signed-note.ts';

/** What a log says of itself at one size (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** The text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
}

/**
 * Throws where the note's text is not a checkpoint. Extension lines are refused: they could not be
 * audited, and ML-DSA cosignatures do not cover them.
 */
export function readCheckpoint({ text }: Pick<SignedNote, 'text'>): Checkpoint {
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  const hash = strictBase64(root);
  if (
    !isKeyName(origin) ||
    !/^(0|[1-9][0-9]{0,14})$/.test(size) ||
    hash?.length !== hashBytes ||
    end !== '' ||
    more.length > 0
  )
    throw new Error('a checkpoint is three lines: origin, size, and root in base64');
  return { origin, size: Number(size), root: hash };
}

import { readCheckpoint } from './checkpoint.ts';
import { isIncluded, leafHashOf } from './merkle-tree.ts';
import { isSignedBy, type NoteKey, readNote, strictBase64 } from './signed-note.ts';

/** A proof of c2sp.org/tlog-proof, read and not judged. */
interface LogProof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed note that it leads to. */
  readonly note: string;
}

const magic = 'c2sp.org/tlog-proof@v1';
/** A path of a tree of 2^63 leaves. */
const mostHashes = 63;

/** Whether it shows the leaf in a checkpoint of one of these logs. */
export function isProven(logs: readonly NoteKey[], leaf: Uint8Array, text: string): boolean {
  try {
    const { index, path, note } = readProof(text);
    const signed = readNote(note);
    const { origin, size, root } = readCheckpoint(signed);
    const log = logs.find(({ name }) => name === origin);
    if (log === undefined || !isSignedBy(signed, log)) return false;
    return isIncluded({ leafHash: leafHashOf(leaf), index, size, root, proof: path });
  } catch {
    return false;
  }
}

/** Throws where the text is not a proof. */
function readProof(text: string): LogProof {
  const cut = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, cut).split('\n');
  if (cut === -1 || first !== magic) throw new Error(`a proof begins with ${magic}`);
  const rest = lines[0]?.startsWith('extra ') === true ? lines.slice(1) : lines;
  const [, digits] = /^index (0|[1-9][0-9]{0,14})$/.exec(rest[0] ?? '') ?? [];
  const path = rest.slice(1).map(strictBase64);
  if (digits === undefined || path.length > mostHashes) throw new Error('a proof has an index');
  return {
    index: Number(digits),
    path: path.map((hash) => {
      if (hash === null) throw new Error('a proof is of hashes in base64');
      return hash;
    }),
    note: text.slice(cut + 2),
  };
}

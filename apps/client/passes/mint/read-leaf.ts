import { type KeyWindow, wrongInWindows } from './key-windows.ts';

/** What the log says of one key. */
export interface MintLeaf {
  readonly v: number;
  readonly seq: number;
  readonly thumb: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly suite: string;
  readonly prevThumb: string | null;
  readonly prevNotBefore: number | null;
  readonly prevWitSeq: number;
}

const suite = 'RSABSSA-SHA384-PSS-Randomized';
const days = 30;

/** RFC 8785 for flat objects of ASCII and whole numbers. */
export function canonicalJson(fields: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(fields[name])}`).join(',')}}`;
}

export function leafText(origin: string, leaf: MintLeaf): string {
  const { v, seq, thumb, notBefore, notAfter, prevThumb, prevNotBefore, prevWitSeq } = leaf;
  const core = { v, seq, thumb, notBefore, notAfter, prevThumb, prevNotBefore, prevWitSeq };
  return `svc-mint-leaf/v2\n${origin}\n${canonicalJson({ ...core, suite: leaf.suite })}\n`;
}

/** Null where it is not exactly the text of a leaf of that log. */
function readLeaf(origin: string, text: string): MintLeaf | null {
  try {
    // CAST: the text that it makes is compared with the one that came.
    const leaf = JSON.parse(text.split('\n')[2] ?? '') as MintLeaf;
    return leafText(origin, leaf) === text &&
      [leaf.notBefore, leaf.notAfter].every(Number.isSafeInteger)
      ? leaf
      : null;
  } catch {
    return null;
  }
}

/**
 * What is wrong with the log's leaves; null for nothing. Each key is named by the next one, and their
 * windows of 30 days adjoin: a mint that rotates when it likes could tell by the key when, and so
 * whose, a pass is.
 */
export function wrongInLeaves(origin: string, texts: readonly string[]): string | null {
  let previous: MintLeaf | null = null;
  const windows: KeyWindow[] = [];
  for (const [at, text] of texts.entries()) {
    const leaf = readLeaf(origin, text);
    const named = `leaf ${at + 1} of the log`;
    if (leaf === null) return `${named} is not spelt as a leaf of ${origin}`;
    if (leaf.v !== 2 || leaf.suite !== suite) return `${named} is of another version or suite`;
    if (
      leaf.prevThumb !== (previous?.thumb ?? null) ||
      leaf.prevNotBefore !== (previous?.notBefore ?? null) ||
      leaf.prevWitSeq !== at
    )
      return `${named} does not name the key before it`;
    windows.push({ ...leaf, key: leaf.thumb });
    previous = leaf;
  }
  return wrongInWindows(windows, days);
}

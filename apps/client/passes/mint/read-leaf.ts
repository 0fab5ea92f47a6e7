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
const lifetimeMs = 2_592_000_000;

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
 * What is wrong with the log's leaves; null for nothing. One key for each number, each named by the
 * next one, in windows of 30 days that adjoin: a mint that rotates when it likes could tell by the
 * key when, and so whose, a pass is.
 */
export function wrongInLeaves(origin: string, texts: readonly string[]): string | null {
  let previous: MintLeaf | null = null;
  const thumbs = new Set<string>();
  for (const [at, text] of texts.entries()) {
    const leaf = readLeaf(origin, text);
    const named = `leaf ${at + 1} of the log`;
    if (leaf === null) return `${named} is not spelt as a leaf of ${origin}`;
    if (leaf.v !== 2 || leaf.suite !== suite) return `${named} is of another version or suite`;
    if (leaf.seq !== at + 1) return `${named} is of key ${leaf.seq}: one key has no leaf, or two`;
    if (
      leaf.prevThumb !== (previous?.thumb ?? null) ||
      leaf.prevNotBefore !== (previous?.notBefore ?? null) ||
      leaf.prevWitSeq !== at
    )
      return `${named} does not name the key before it`;
    if (thumbs.has(leaf.thumb)) return `${named} is of a key that has a leaf`;
    thumbs.add(leaf.thumb);
    if (leaf.notAfter - leaf.notBefore !== lifetimeMs) return `${named} is not of 30 days`;
    if (previous !== null && !follows(previous, leaf))
      return `${named} does not begin where the one before it ends`;
    previous = leaf;
  }
  return null;
}

/** A gap is allowed only where the service was away for a whole window. */
function follows(previous: MintLeaf, next: MintLeaf): boolean {
  const gapMs = next.notBefore - previous.notAfter;
  return gapMs === 0 || gapMs >= lifetimeMs;
}

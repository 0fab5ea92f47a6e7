export interface ProvenLeaf {
  readonly index: number;
  /** From the leaf's sibling up, base64. */
  readonly path: readonly string[];
  /** Of the log with it. */
  readonly checkpoint: string;
  /** What a reader needs beside the proof, in base64; no signature covers it. */
  readonly extra?: string;
}

/** As c2sp.org/tlog-proof has it. */
export function proofText({ index, path, checkpoint, extra }: ProvenLeaf): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(extra === undefined ? [] : [`extra ${extra}`]),
    `index ${index}`,
    ...path,
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

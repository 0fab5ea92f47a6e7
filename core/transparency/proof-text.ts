export interface ProvenLeaf {
  readonly index: number;
  /** From the leaf's sibling up, base64. */
  readonly path: readonly string[];
  /** Checkpoint of the log that contains it. */
  readonly checkpoint: string;
  /** Extra data for the reader, in base64; not covered by a signature. */
  readonly extra?: string;
}

/** In the format of c2sp.org/tlog-proof. */
export function proofText({ index, path, checkpoint, extra }: ProvenLeaf): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(extra === undefined ? [] : [`extra ${extra}`]),
    `index ${index}`,
    ...path,
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

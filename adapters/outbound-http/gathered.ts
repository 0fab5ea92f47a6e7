export interface Gathered {
  /** False where it would be more than the most bytes: the chunk is not taken. */
  take(chunk: Buffer): boolean;
  text(): string;
}

/** Chunks that are kept as they came, at most. */
const mostKept = 16;

/**
 * An answer as its chunks come. A few are kept as they are and put together once. An upstream that sends a byte at
 * a time would so cost a hundred times its answer, an object each: what is more is copied into one buffer, which doubles
 * up to the most bytes.
 */
export function gathered(maxBytes: number): Gathered {
  let chunks: Buffer[] = [];
  let grown = Buffer.alloc(0);
  /** Of `grown`. */
  let filled = 0;
  let bytes = 0;

  const merge = (): void => {
    if (bytes > grown.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(bytes, 2 * grown.length)));
      grown.copy(larger, 0, 0, filled);
      grown = larger;
    }
    for (const chunk of chunks) filled += chunk.copy(grown, filled);
    chunks = [];
  };

  return {
    take(chunk) {
      if (bytes + chunk.length > maxBytes) return false;
      bytes += chunk.length;
      if (chunks.push(chunk) > mostKept) merge();
      return true;
    },
    text() {
      const [only] = chunks;
      if (filled === 0 && chunks.length === 1 && only !== undefined) return only.toString('utf8');
      if (filled === 0) return Buffer.concat(chunks, bytes).toString('utf8');
      merge();
      return grown.toString('utf8', 0, filled);
    },
  };
}

import { base64Of, bytesInBase64 } from '../blind.ts';

/** A proof of c2sp.org/tlog-proof, read and not judged. */
export interface LogProof {
  /** As it is written; null where the proof has none. */
  readonly extra: string | null;
  readonly index: number;
  readonly path: readonly Uint8Array<ArrayBuffer>[];
  /** The signed note that it leads to. */
  readonly note: string;
}

const mostPath = 64;

/** Exactly as a log writes it: no other line, no other spelling of the same bytes. Null for any other. */
export function readProof(text: string): LogProof | null {
  const [, extra, index = '', hashes = '', note = ''] =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra ([A-Za-z0-9+/]+={0,2})\n)?index (0|[1-9][0-9]{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([^]*)$/.exec(
      text,
    ) ?? [];
  if (index === '') return null;
  const path = hashes.split('\n').slice(0, -1).map(strictBytes);
  if (path.length > mostPath || (extra !== undefined && strictBytes(extra) === null)) return null;
  const bytes = path.flatMap((one) => (one === null ? [] : [one]));
  if (bytes.length < path.length) return null;
  return { extra: extra ?? null, index: Number(index), path: bytes, note };
}

/** Null for what is not base64 as it would be written. */
export function strictBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = bytesInBase64(text);
    return base64Of(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

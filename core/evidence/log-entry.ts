/**
 * The kinds of log entries, by what they commit to: a receipt, or a decoy that is indistinguishable from one;
 * a key that signs receipts; the reserves of a day.
 */
export const entryKinds = ['receipt', 'receipt-key', 'reserves'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface LogEntry {
  readonly kind: EntryKind;
  /** 32 bytes in hex. */
  readonly hash: string;
}

/** An entry at its place. */
export interface PlacedEntry extends LogEntry {
  readonly place: number;
  /** The leaf hash of RFC 6962, in hex, by which the entry is found. */
  readonly leafHash: string;
}

/** The bytes of a leaf: 53 for every receipt, however its route ended. */
export function entryBytes({ kind, hash }: LogEntry): Uint8Array {
  const name = [...`interline-${kind}/v1\n`].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([...name, ...bytesOf(hash)]);
}

/** Converts hex to base64 with padding. */
export function base64Of(hex: string): string {
  const bytes = bytesOf(hex);
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const group = first * 65_536 + second * 256 + third;
    const letters = [18, 12, 6, 0].map((bits) => alphabet.charAt((group >> bits) & 63));
    const padding = Math.max(0, at + 3 - bytes.length);
    text += letters.join('').slice(0, 4 - padding) + '='.repeat(padding);
  }
  return text;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOf(hex: string): readonly number[] {
  return Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

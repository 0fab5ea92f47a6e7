import type { OwnRoutePlace } from '@interline/core/transfer';

/**
 * Where a page of a wallet's routes ended, as opaque text: by time and id, so that it holds when the
 * route there is archived before the next page is asked for.
 */
export function writeOwnPlace({ id, createdAtMs }: OwnRoutePlace): string {
  return Buffer.from(`${createdAtMs}/${id}`).toString('base64url');
}

const asWritten = /^([0-9]{1,15})\/([\x21-\x7e]{1,128})$/;

/** Null for a text that `writeOwnPlace` does not write. */
export function readOwnPlace(text: string): OwnRoutePlace | null {
  const [, createdAtMs, id] =
    asWritten.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (createdAtMs === undefined || id === undefined) return null;
  const place = { id, createdAtMs: Number(createdAtMs) };
  return writeOwnPlace(place) === text ? place : null;
}

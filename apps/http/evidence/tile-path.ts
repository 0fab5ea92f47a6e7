import { RelayError } from '@interline/kernel';

/** A tile as its path names it. */
export interface TilePath {
  readonly place: number;
  readonly width: number;
}

const fullWidth = 256;

/**
 * The place of a tile, in groups of three digits of which all but the last begin with x, and behind
 * `.p` the width of one that is not full (c2sp.org/tlog-tiles). Throws `NOT_FOUND`.
 */
export function parseTilePath(parts: readonly string[]): TilePath {
  const [, groups = '', digits] =
    /^((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(parts.join('/')) ?? [];
  const width = digits === undefined ? fullWidth : Number(digits);
  // Another spelling of a place is not a path: each tile has one path.
  const isShort = !groups.startsWith('x000/');
  if (groups === '' || !isShort || (digits !== undefined && width >= fullWidth))
    throw new RelayError('NOT_FOUND', {}, 'this is not the path of a tile');
  return { place: Number(groups.replaceAll(/[x/]/g, '')), width };
}

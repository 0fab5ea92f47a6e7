import { z } from 'zod';

/** An id of the upstream's own, fit for a `ref`: one word of at most 128 characters. */
export const word = z.string().regex(/^[0-9A-Za-z:._-]{1,128}$/);

/**
 * The name of a bridge inside an engine, fit to be shown. Anything else than a short plain name
 * reads as null.
 */
export const bridgeName = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u.test(value) ? value : null,
  );

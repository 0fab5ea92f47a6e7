import { type EvmAddress, type JsonObject, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { address, word } from '../../wire/fields.ts';

/** What a status is asked by, and the token that is to arrive. */
export interface SwapRef {
  readonly quoteId: string;
  readonly token: EvmAddress;
}

const written = z.object({ quoteId: word, token: address });

export function swapRef({ quoteId, token }: SwapRef): JsonObject {
  return { quoteId, token };
}

/** Throws `RAIL_FAULT` on a ref that this folder never wrote. */
export function readSwapRef(ref: JsonObject): SwapRef {
  const read = written.safeParse(ref);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'socket', step: 'status' },
      'this ref is no transfer over socket',
    );
  return read.data;
}

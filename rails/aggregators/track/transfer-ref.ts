import { type Hex, type JsonObject, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { txHash } from '../wire/read-hex.ts';

export interface TransferRef {
  readonly engine: string;
  /** The engine's own. */
  readonly ref: JsonObject;
  /** The transaction that handed the value over; null before it is known. */
  readonly srcTx: Hex | null;
}

export function writeRef(engine: string, ref: JsonObject): JsonObject {
  return { upstream: engine, ref };
}

/** `srcTx` is added by the host, once the call is mined. */
const shape = z.object({
  upstream: z.string(),
  ref: z.custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
  srcTx: txHash.nullish(),
});

export function readRef(written: JsonObject): TransferRef {
  const read = shape.safeParse(written);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'aggregators', step: 'track' },
      'the transfer was not planned by the aggregators',
      { cause: read.error },
    );
  return { engine: read.data.upstream, ref: read.data.ref, srcTx: read.data.srcTx ?? null };
}

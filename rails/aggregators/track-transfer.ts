import {
  type Address,
  type Hex,
  isRelayError,
  type JsonObject,
  type Progress,
  RelayError,
  unlessAborted,
} from '@interline/plugins';
import { z } from 'zod';
import { withinDeadline } from './engine/within-deadline.ts';
import type { AggregatorSetup } from './setup.ts';
import { address, txHash } from './wire/fields.ts';

interface TransferRef {
  readonly engine: string;
  /** The engine's own reference. */
  readonly ref: JsonObject;
  /** The transaction that handed the value over; null before it is known. */
  readonly srcTx: Hex | null;
  /** The contract that the plan named for a recall; null if it named none. */
  readonly recallAt: Address | null;
}

/** The core adds `srcTx` once the call is mined. */
const shape = z.object({
  upstream: z.string(),
  ref: z.custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
  srcTx: txHash.nullish(),
  recallAt: address.nullish(),
});

/**
 * The progress that the engine reports. If the engine does not answer, for any reason, the transfer
 * counts as still bridging.
 */
export async function trackTransfer(
  { context, settings, engines }: AggregatorSetup,
  written: JsonObject,
  caller: AbortSignal,
): Promise<Progress> {
  const { engine: name, ref, srcTx } = readRef(written, 'track');
  const engine = engines.find(({ upstream }) => upstream.name === name);
  if (engine === undefined)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'aggregators', step: 'track' },
      'the transfer was planned over an engine that is not here',
    );
  const terms = { clock: context.clock, deadlineMs: settings.statusDeadlineMs, engine: name };
  const told = withinDeadline(terms, (signal) =>
    engine.upstream.track(ref, srcTx, engine.apis.status([]), signal),
  );
  try {
    return await unlessAborted(told, caller);
  } catch (error) {
    if (caller.aborted) throw error;
    context.log.warn('upstream.silent', {
      upstream: name,
      code: isRelayError(error) ? error.code : 'RAIL_FAULT',
    });
    return { status: 'BRIDGING', stage: 'UPSTREAM_SILENT' };
  }
}

export function writeRef(engine: string, ref: JsonObject, recallAt: Address | null): JsonObject {
  return { upstream: engine, ref, ...(recallAt === null ? {} : { recallAt }) };
}

export function readRef(written: JsonObject, step: 'track' | 'recall'): TransferRef {
  const read = shape.safeParse(written);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'aggregators', step },
      'the transfer was not planned by the aggregators',
      { cause: read.error },
    );
  const { upstream: engine, ref, srcTx = null, recallAt = null } = read.data;
  return { engine, ref, srcTx, recallAt };
}

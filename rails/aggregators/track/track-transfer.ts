import { isRelayError, type JsonObject, type Progress, RelayError, unlessAborted } from '@interline/plugins';
import { withinDeadline } from '../client/within-deadline.ts';
import type { AggregatorSetup } from '../setup.ts';
import { readRef } from './transfer-ref.ts';

/**
 * The engine's word on a transfer. Its silence is no word: whatever keeps it from answering, the
 * transfer is under way.
 */
export async function trackTransfer(
  { context, settings, engines }: AggregatorSetup,
  written: JsonObject,
  caller: AbortSignal,
): Promise<Progress> {
  const { engine: name, ref, srcTx } = readRef(written);
  const engine = engines.find(({ upstream }) => upstream.name === name);
  if (engine === undefined)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'aggregators', step: 'track' },
      'the transfer was planned over an engine that is not here',
    );
  const terms = { clock: context.clock, deadlineMs: settings.statusDeadlineMs, engine: name };
  const told = withinDeadline(terms, (signal) =>
    engine.upstream.track(ref, srcTx, engine.apis.status(null), signal),
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

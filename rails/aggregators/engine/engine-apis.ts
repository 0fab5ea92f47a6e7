import type { RailContext } from '@interline/plugins';
import { askOverLine } from '../client/ask-over-line.ts';
import type { EngineLine } from '../client/engine-line.ts';
import type { UpstreamApi, UpstreamSettings } from '../upstream/upstream.ts';
import type { EngineApis } from './engine.ts';

export function engineApis(
  context: RailContext,
  settings: UpstreamSettings,
  lines: Readonly<Record<keyof EngineApis, EngineLine>>,
): EngineApis {
  const { apiKey, integrator, feeBps, feeTaker, allow, deny, signer } = settings;
  const { http, clock, log } = context;
  const over =
    (line: EngineLine) =>
    (askedBy: string | null): UpstreamApi => ({
      settings: { apiKey, integrator, feeBps, feeTaker, allow, deny, signer },
      nowMs: () => clock.now(),
      ask: (request, signal) =>
        askOverLine(line, { http, clock, log }, { request, askedBy }, signal),
      leftOut: (place) => log.warn('upstream.item-left-out', { upstream: line.engine, place }),
    });
  return { price: over(lines.price), build: over(lines.build), status: over(lines.status) };
}

import type { RailContext } from '@interline/plugins';
import type { EngineLine } from '../client/engine-line.ts';
import type { EnginePause } from '../client/engine-pause.ts';
import type { AggregatorSettings } from '../settings.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { EngineSettings } from './engine-settings.ts';

/**
 * What an engine's lines are made of. The pause is one for all: an engine that wants to be left
 * alone means it.
 */
export interface LineParts {
  readonly upstream: Upstream;
  readonly own: EngineSettings;
  readonly settings: AggregatorSettings;
  readonly context: RailContext;
  readonly pause: EnginePause;
}

export function sharedTerms({
  upstream,
  own,
  settings,
  pause,
}: LineParts): Pick<EngineLine, 'engine' | 'bases' | 'pause' | 'maxResponseBytes'> {
  const base = own.baseUrl ?? upstream.traits.baseUrl;
  // A deployment that names one base means both, unless it names the other too.
  const status =
    own.statusUrl ?? (own.baseUrl === null ? upstream.traits.statusUrl : undefined) ?? base;
  return {
    engine: upstream.name,
    bases: { base, status },
    pause,
    maxResponseBytes: settings.maxResponseBytes,
  };
}

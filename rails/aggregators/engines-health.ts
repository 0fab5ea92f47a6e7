import type { Health } from '@interline/plugins';
import type { AggregatorSetup } from './setup.ts';

/** Up while one engine can be asked; asks none. */
export function enginesHealth({ engines }: Pick<AggregatorSetup, 'engines'>): Health {
  const enabled = engines.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return { isUp: false, reason: 'every engine is switched off' };
  const resting = enabled.filter((engine) => engine.isResting());
  const isUp = resting.length < enabled.length;
  return resting.length === 0
    ? { isUp }
    : { isUp, reason: `not asked now: ${resting.map(({ upstream }) => upstream.name).join(', ')}` };
}

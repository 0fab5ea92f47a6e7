import type { SwitchReads } from '../../switches/index.ts';
import type { DeskSource } from './desk-entry.ts';

interface Ports {
  readonly store: { readonly reads: { readonly switches: SwitchReads } };
}

/** Paused scopes: open routes there send nothing until they are resumed. */
export function pausedScopes({ store }: Ports): DeskSource {
  return async (limit) => {
    const paused = (await store.reads.switches.switches()).filter(
      ({ state }) => state === 'paused',
    );
    return {
      count: paused.length,
      entries: paused.slice(0, limit).map(({ scope, by, reason, sinceMs }) => ({
        kind: 'switch',
        subject: scope,
        state: 'paused',
        sinceMs,
        shows: { by, reason },
        whatToDo: 'Routes under way in this scope are held back. Resume it once its cause is gone.',
        commands: [`interline resume ${scope} --reason "<why>"`],
      })),
    };
  };
}

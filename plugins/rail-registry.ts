import { type Lane, matchLane } from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';

/** The admitted rails, looked up by what they declare. Only lookups use a rail's name. */
export function railRegistry(rails: readonly RailPort[]): RailRegistry {
  const real = rails.filter((rail) => rail.manifest.effects === 'real');
  return Object.freeze({
    rails: Object.freeze([...rails]),
    onLane: (lane: Lane) => real.filter((rail) => matchLane(rail.manifest.lanes, lane) !== null),
    byId: (id: string) => rails.find((rail) => rail.manifest.id === id),
    sandbox: rails.find((rail) => rail.manifest.effects === 'simulated'),
  });
}

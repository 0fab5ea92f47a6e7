import type { Inventory, Log, RailManifest } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { AdmissionError } from './admission-error.ts';
import { onlyMethods } from './only-methods.ts';

/**
 * Cuts whatever the host hands over down to the ports' own members, frozen, so that no adapter
 * shows through.
 */
export function narrowContext(manifest: RailManifest, given: RailContext): RailContext {
  const narrowed: RailContext = {
    clock: onlyMethods(given.clock, ['now', 'monotonic', 'sleep', 'alarm']),
    http: onlyMethods(given.http, ['request']),
    log: narrowLog(given.log.child({ rail: manifest.id })),
    price: onlyMethods(given.price, ['priceOf']),
    chains: onlyMethods(given.chains, ['call', 'gasCostWei', 'isUp']),
    tokens: onlyMethods(given.tokens, ['on']),
    standardFeeBps: given.standardFeeBps,
    relayer: given.relayer,
  };
  if (!manifest.capabilities.includes('inventory')) return Object.freeze(narrowed);
  return Object.freeze({ ...narrowed, inventory: narrowInventory(manifest.id, given.inventory) });
}

function narrowLog(log: Log): Log {
  return Object.freeze({
    ...onlyMethods(log, ['debug', 'info', 'warn', 'error']),
    child: (fields: Parameters<Log['child']>[0]) => narrowLog(log.child(fields)),
  });
}

function narrowInventory(id: string, inventory: Inventory | undefined): Inventory {
  if (inventory === undefined)
    throw new AdmissionError(
      'BAD_CONTEXT',
      `rail "${id}" claims the capability "inventory"; this host gave it none`,
    );
  return onlyMethods(inventory, ['free', 'target', 'spentToday', 'serves']);
}

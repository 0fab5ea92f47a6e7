import type { Inventory, Log, RailManifest } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { AdmissionError } from './admission-error.ts';

/**
 * Reduces what the host passes to the ports' own members, frozen, so that no adapter is reachable.
 */
export function narrowContext(manifest: RailManifest, given: RailContext): RailContext {
  const narrowed: RailContext = {
    clock: onlyMethods(given.clock, ['now', 'monotonic', 'sleep', 'alarm']),
    http: onlyMethods(given.http, ['request']),
    log: narrowLog(given.log.child({ rail: manifest.id })),
    price: onlyMethods(given.price, ['priceOf']),
    chains: onlyMethods(given.chains, ['call', 'gasCost', 'isUp']),
    tokens: onlyMethods(given.tokens, ['on']),
    members: onlyMethods(given.members, ['recognised', 'membershipOf']),
    ...(given.facts === undefined
      ? {}
      : {
          facts: onlyMethods(given.facts, [
            'reads',
            'heightOf',
            'decimalsOf',
            'accountCostOf',
            'recipientOf',
          ]),
        }),
    standardFeeBps: given.standardFeeBps,
    parBandBps: given.parBandBps,
    relayer: given.relayer,
    ...(given.askTraced === undefined ? {} : { askTraced: given.askTraced }),
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
  return onlyMethods(inventory, [
    'free',
    'held',
    'target',
    'spentToday',
    'confirmations',
    'serves',
    'absence',
  ]);
}

/** A frozen object with only the named methods of a port. */
function onlyMethods<Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
): Pick<Port, Name> {
  const bound = names.map((name) => {
    const method = port[name];
    if (typeof method !== 'function')
      throw new TypeError(`the host's port has no method ${String(name)}`);
    return [name, method.bind(port) as unknown];
  });
  // CAST: fromEntries loses the names; each was bound from the port above.
  return Object.freeze(Object.fromEntries(bound)) as Pick<Port, Name>;
}

import { RelayError } from '@interline/kernel';
import type { Switch, SwitchView } from './repository.ts';
import type { Scope } from './scope.ts';

/** Throws `PAUSED` where one of the scopes accepts nothing new, paused or draining. */
export async function assertAccepts(reads: SwitchView, scopes: readonly Scope[]): Promise<void> {
  const found = closedOf(await reads.switches.switches(), scopes);
  if (found !== null) throw pausedBy(found);
}

/**
 * Throws `PAUSED` where a route under way in these scopes must not commit its next transaction. A
 * drained one goes on.
 */
export async function assertMayCommit(reads: SwitchView, scopes: readonly Scope[]): Promise<void> {
  const paused = (await reads.switches.switches()).filter(({ state }) => state === 'paused');
  const found = closedOf(paused, scopes);
  if (found !== null) throw pausedBy(found);
}

/** The switch that is set on the widest of the scopes, or null. */
export function closedOf(switches: readonly Switch[], scopes: readonly Scope[]): Switch | null {
  if (switches.length === 0) return null;
  for (const scope of scopes) {
    const found = switches.find((one) => one.scope === scope);
    if (found !== undefined) return found;
  }
  return null;
}

/** Never the operator's reason or name: they are not for clients. */
export function wordsOf({ scope, state }: Switch): string {
  return state === 'paused'
    ? `${scope} is paused by the operator`
    : `${scope} is being drained by the operator and accepts nothing new`;
}

function pausedBy(one: Switch): RelayError {
  return new RelayError('PAUSED', { scope: one.scope, state: one.state }, wordsOf(one));
}

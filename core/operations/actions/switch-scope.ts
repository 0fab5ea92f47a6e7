import { type JsonObject, RelayError } from '@interline/kernel';
import type { Scope, Switch, SwitchReads, SwitchState } from '../../switches/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';

interface Ports {
  readonly store: { readonly reads: Pick<OperationView, 'switches'> };
  readonly switches: {
    parseScope(text: string): Scope;
    readonly recent: { forget(): void };
  };
}

interface SwitchPlan {
  readonly scope: Scope;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Stops acceptance of anything new in the scope. `paused` also keeps open routes there from
 * committing their next transaction; `draining` lets them finish. Throws `BAD_REQUEST` if the scope
 * does not exist, and `WRONG_STATE` if it is in that state already.
 */
function setSwitch(ports: Ports, name: 'pause' | 'drain', state: SwitchState) {
  return operatorAction({
    name,
    targetOf: ({ scope }: { readonly scope: string }) => scope,
    async plan(input): Promise<SwitchPlan> {
      const scope = ports.switches.parseScope(input.scope);
      const before = await otherState(ports.store.reads, scope, state);
      return { scope, before: shown(before), after: { state } };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { scope }: SwitchPlan, { by, reason, atMs }) {
        const before = await otherState(tx, scope, state);
        await tx.switches.putSwitch({ scope, state, reason, by, sinceMs: atMs });
        return { before: shown(before), result: null };
      },
      afterwards: () => ports.switches.recent.forget(),
    },
  });
}

export const pauseScope = (ports: Ports) => setSwitch(ports, 'pause', 'paused');
export const drainScope = (ports: Ports) => setSwitch(ports, 'drain', 'draining');

/** Opens the scope again. Throws `WRONG_STATE` if it is neither paused nor draining. */
export function resumeScope(ports: Ports) {
  return operatorAction({
    name: 'resume',
    targetOf: ({ scope }: { readonly scope: string }) => scope,
    async plan({ scope: text }): Promise<SwitchPlan> {
      const kept = await ports.store.reads.switches.switches();
      // Matched as text first, so that a scope that was removed from the deployment can still be
      // resumed.
      const scope = kept.some((one) => one.scope === text) ? text : ports.switches.parseScope(text);
      const one = kept.find((other) => other.scope === scope) ?? null;
      if (one === null) throw notSet(scope, kept);
      return { scope, before: shown(one), after: shown(null) };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { scope }: SwitchPlan) {
        const before = await found(tx, scope);
        if (before === null) throw notSet(scope, await tx.switches.switches());
        await tx.switches.removeSwitch(scope);
        return { before: shown(before), result: null };
      },
      afterwards: () => ports.switches.recent.forget(),
    },
  });
}

/** The scope's switch. Throws `WRONG_STATE` if it has that state already. */
async function otherState(
  reads: { readonly switches: SwitchReads },
  scope: Scope,
  state: SwitchState,
): Promise<Switch | null> {
  const before = await found(reads, scope);
  if (before?.state === state)
    throw refused(`${scope} is ${state} already, by ${before.by}: ${before.reason}`);
  return before;
}

async function found(
  reads: { readonly switches: SwitchReads },
  scope: Scope,
): Promise<Switch | null> {
  return (await reads.switches.switches()).find((one) => one.scope === scope) ?? null;
}

function shown(one: Switch | null): JsonObject {
  return one === null
    ? { state: 'open' }
    : { state: one.state, by: one.by, reason: one.reason, since: one.sinceMs };
}

function notSet(scope: Scope, kept: readonly Switch[]): RelayError {
  const others = kept.map((one) => one.scope).join(', ');
  return refused(
    `${scope} is neither paused nor draining; ${others === '' ? 'nothing is paused or draining' : `these are: ${others}`}`,
  );
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'scope' }, reason);
}

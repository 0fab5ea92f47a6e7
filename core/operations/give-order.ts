import { errorEntry, isRelayError } from '@interline/kernel';
import type { Clock, Entropy, Log } from '@interline/ports';
import { unlessMoved } from '../transfer/index.ts';
import type { Change, Done, OperatorAction, OrderFacts } from './operator-action.ts';
import type { AuditEnd, AuditEntry, OperationStore } from './repository.ts';

/** An order as received. */
export interface Order<Input> extends Pick<OrderFacts, 'by' | 'reason'> {
  readonly input: Input;
  /** Reports what would be done, and does nothing. */
  readonly isDryRun: boolean;
}

export type OrderOutcome<Result> = Change & {
  readonly action: string;
  readonly target: string;
} & (
    | { readonly isDryRun: true }
    | { readonly isDryRun: false; readonly auditId: string; readonly result: Result }
  );

/**
 * Executes one kind of order. Throws the action's refusals, which are in the audit unless it is a
 * dry run. A dry run leaves no trace.
 */
export type GiveOrder<Input, Result> = (
  order: Order<Input>,
  signal: AbortSignal,
) => Promise<OrderOutcome<Result>>;

interface Ports {
  readonly store: OperationStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly log: Log;
}

export function giveOrder<Input, Plan extends Change, Result>(
  ports: Ports,
  action: OperatorAction<Input, Plan, Result>,
): GiveOrder<Input, Result> {
  const { name } = action;
  return async ({ input, by, reason, isDryRun }, signal) => {
    const target = action.targetOf(input);
    if (isDryRun) {
      const { before, after } = await action.plan(input, signal);
      return { action: name, target, before, after, isDryRun };
    }
    const facts = { by, reason, atMs: ports.clock.now() };
    const begun = begunEntry(ports, facts, { action: name, target });
    try {
      const { change, result } = await perform(ports, action, input, { facts, begun }, signal);
      ports.log.warn('operator-order', { action: name, target, by, audit: begun.id });
      return { action: name, target, ...change, isDryRun, auditId: begun.id, result };
    } catch (error) {
      ports.log.warn('operator-order-refused', { action: name, target, by, code: codeOf(error) });
      throw error;
    }
  };
}

interface Given {
  readonly facts: OrderFacts;
  /** Its entry before anything is known. */
  readonly begun: AuditEntry;
}

interface Performed<Result> {
  readonly change: Change;
  readonly result: Result;
}

async function perform<Input, Plan extends Change, Result>(
  ports: Ports,
  action: OperatorAction<Input, Plan, Result>,
  input: Input,
  { facts, begun }: Given,
  signal: AbortSignal,
): Promise<Performed<Result>> {
  const { store } = ports;
  const plan = await action.plan(input, signal).catch((error: unknown) => {
    return refuse(ports, begun, error);
  });
  const planned = { ...begun, before: plan.before, after: plan.after };
  if (action.perform.in === 'one-unit') {
    const { run, afterwards } = action.perform;
    try {
      const unit = store.run(action.name, async (tx) => {
        const done = performed(await run(tx, plan, facts), plan);
        await tx.operations.insertAudit({ ...planned, ...ended(ports, done.change) });
        return done;
      });
      return await unlessMoved(unit.finally(afterwards));
    } catch (error) {
      return refuse(ports, planned, error);
    }
  }
  await store.run('audit-begun', (tx) => tx.operations.insertAudit(planned));
  const end = (how: AuditEnd): Promise<void> =>
    store.run('audit-ended', (tx) => tx.operations.endAudit(begun.id, how));
  try {
    const done = performed(await unlessMoved(action.perform.run(plan, facts, signal)), plan);
    await end(ended(ports, done.change));
    return done;
  } catch (error) {
    // If the store fails too, the entry stays begun.
    await end(refusal(ports, error)).catch(() => undefined);
    throw error;
  }
}

function performed<Result>(
  { result, before, after }: Done<Result>,
  plan: Change,
): Performed<Result> {
  return { change: { before: before ?? plan.before, after: after ?? plan.after }, result };
}

/** Nothing was done: records the code and rethrows the refusal. */
async function refuse(ports: Ports, entry: AuditEntry, error: unknown): Promise<never> {
  await ports.store
    .run('audit-refused', (tx) =>
      tx.operations.insertAudit({ ...entry, after: entry.before, ...refusal(ports, error) }),
    )
    .catch(() => undefined);
  throw error;
}

function begunEntry(
  { entropy }: Ports,
  { by, reason, atMs }: OrderFacts,
  order: Pick<AuditEntry, 'action' | 'target'>,
): AuditEntry {
  return {
    id: `au_${entropy.hex(16)}`,
    atMs,
    operator: by,
    ...order,
    reason,
    before: {},
    after: {},
    outcome: 'begun',
    code: null,
    endedAtMs: null,
  };
}

function ended({ clock }: Ports, { before, after }: Change): AuditEnd & Change {
  return { before, after, outcome: 'done', code: null, endedAtMs: clock.now() };
}

function refusal({ clock }: Ports, error: unknown): AuditEnd {
  const code = codeOf(error);
  const outcome = errorEntry(code).http < 500 ? 'refused' : 'failed';
  return { outcome, code, endedAtMs: clock.now() };
}

function codeOf(error: unknown) {
  return isRelayError(error) ? error.code : 'INTERNAL';
}

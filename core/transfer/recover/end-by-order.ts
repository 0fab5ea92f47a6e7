import { RelayError, type Transaction } from '@interline/kernel';
import { assertAccountsRun, type TransactionReads } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { type Route, stages, waitingStages } from '../route.ts';
import { isRecallOf } from '../settle/advance-recall.ts';
import { isServed } from '../settle/leave-gone-chain.ts';
import { handsOver, outcomeOf } from '../settle/outcomes-of.ts';

/** From this time on (epoch milliseconds) a route waits for an operator at any stage. */
export function dueAtMs(
  { policy }: { readonly policy: Pick<TransferPorts['policy'], 'overdueAfterMs'> },
  { createdAtMs }: Pick<Route, 'createdAtMs'>,
): number {
  return createdAtMs + policy.overdueAfterMs;
}

/**
 * The ports with the keys that the route was accepted with. Throws `WRONG_STATE` if the deployment
 * no longer has them.
 */
export function ownPorts(ports: TransferPorts, route: Route): TransferPorts {
  const own = portsOf(ports, route);
  if (own === null) throw notNow('the deployment no longer has the keys that it was accepted with');
  return own;
}

/**
 * What an order may leave open.
 * - goneChains: transactions on chains that are not served, which cannot be read any more
 * - handOvers: the call that gave the money to a rail; if the rail has delivered, it was made
 */
type Leaving = readonly ('goneChains' | 'handOvers')[];

type Ports = Pick<TransferPorts, 'custody' | 'clock' | 'policy' | 'store'>;

/**
 * An operator may end only a route that waits for an operator and has nothing pending: no payment,
 * hand-over or refund that may still be mined. Throws `WRONG_STATE` with the obstacle, or
 * `ACCOUNT_STOPPED`.
 */
export async function assertEndable(
  ports: Ports,
  route: Route,
  leaving: Leaving = [],
): Promise<void> {
  const { stage, order } = route;
  assertWaits(ports, route);
  if (stage === stages.quarantined)
    await assertAccountsRun(ports.custody, ports.store.reads, order.lane);
  await assertNothingOpen(ports, ports.store.reads, route, leaving);
}

/** Throws `WRONG_STATE` if the route has ended, moves no money, or still continues by itself. */
export function assertWaits(ports: Pick<Ports, 'clock' | 'policy'>, route: Route): void {
  const { status, stage, phase, isSimulated } = route;
  if (phase === 'ended') throw notNow(`it has ended: ${status}, stage ${stage}`);
  if (isSimulated) throw notNow('it is a rehearsal of the sandbox, which moves no money');
  if (!waitingStages.includes(stage) && ports.clock.now() <= dueAtMs(ports, route))
    throw notNow(
      `it is under way, stage ${stage}; it waits for a person in the stages ${waitingStages.join(', ')}, or ${Math.round(ports.policy.overdueAfterMs / 60_000)} minutes after it was accepted`,
    );
}

/** Throws `WRONG_STATE` if a transaction of the route may still move its money. */
export async function assertNothingOpen(
  ports: Pick<TransferPorts, 'custody'>,
  reads: { readonly transactions: Pick<TransactionReads, 'transactionsOf'> },
  route: Route,
  leaving: Leaving = [],
): Promise<void> {
  const open = (await reads.transactions.transactionsOf(route.id)).find(
    (one) =>
      mayMove(route, one) &&
      !(leaving.includes('goneChains') && !isServed(ports, one.chain)) &&
      !(leaving.includes('handOvers') && one.purpose === 'call' && !isRecallOf(route, one)),
  );
  if (open !== undefined)
    throw notNow(
      `its ${shownTransaction(open)} may still be mined; wait for it, or put a no-op in its slot: interline account replace ${open.id}`,
    );
}

/**
 * A pull counts until it has brought the money; otherwise its money would arrive for an ended
 * route.
 */
function mayMove(route: Route, transaction: Transaction): boolean {
  if (outcomeOf(transaction) !== 'unknown') return false;
  switch (transaction.purpose) {
    case 'pull':
      return route.credited === null;
    case 'refund':
      return true;
    case 'payout':
      return handsOver(route, transaction);
    case 'call':
      // A recall would bring the payer what an order pays out or refunds.
      return handsOver(route, transaction) || isRecallOf(route, transaction);
    case 'allowance':
    case 'approve':
    case 'noop':
    case 'batch':
    case 'deploy':
    case 'delegate':
    case 'sponsor':
    case 'settle':
    case 'trust':
      return false;
  }
}

/** For a refusal: which transaction it is, where, and its state. */
export function shownTransaction({ id, purpose, slot, role, chain, state }: Transaction): string {
  return `${purpose} ${id} (slot ${slot} of the ${role} account on ${chain}, ${state})`;
}

/** A deposit's money stays its payer's and is refunded automatically; no order takes it. */
export function assertNoDeposit({ mode }: Pick<Route, 'mode'>): void {
  if (mode === 'deposit')
    throw notNow(
      'its caller pays to an address of its own, and what comes there goes back where it is not delivered; where that waits for an address, POST /api/route/refund-address names one',
    );
}

/** The order cannot be executed on this route in its current state. */
export function notNow(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `the route is left as it is: ${reason}`);
}

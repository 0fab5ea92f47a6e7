import { type AccountRole, type ChainRef, type EvmAddress, unplaced } from '@interline/kernel';
import type { JournalWriter } from '../../store.ts';
import { gasClaimId, isStoreBehind, stopText } from '../../transactions/index.ts';
import type { MoneyPorts } from '../money-ports.ts';
import { type Route, stages } from '../route.ts';
import { unsettledPages } from './unsettled-pages.ts';

type Ports = Pick<MoneyPorts, 'clock' | 'log'>;

interface Account {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: EvmAddress;
}

type Terms = Pick<Route, 'order' | 'plan'>;

/**
 * Within the caller's unit: the chain has transactions of the account that the store does not know,
 * so any route that works with it may have been paid, refunded or handed over already. The account
 * sends nothing, and these routes are quarantined, until an operator has looked.
 */
export async function stopBehind(
  ports: Ports,
  tx: JournalWriter,
  at: Account,
  reason: string,
): Promise<void> {
  const { chain, role, account } = at;
  const isKnown = isStoreBehind((await tx.transactions.lane(chain, account))?.stopped);
  if (!isKnown) await tx.transactions.stopLane(chain, account, stopText('store-behind', reason));
  const quarantined = await quarantineRoutes(ports, tx, chain, role);
  if (isKnown && quarantined === 0) return;
  const advice = 'the store is behind the chain; see "interline operator attention"';
  ports.log.error('account-stopped', { chain, role, reason, quarantined, advice });
}

/** How many were. */
async function quarantineRoutes(
  { clock }: Ports,
  tx: JournalWriter,
  chain: ChainRef,
  role: AccountRole,
): Promise<number> {
  const nowMs = clock.now();
  let quarantined = 0;
  for await (const page of unsettledPages(tx)) {
    for (const route of page.filter((one) => isAtRisk(one) && worksWith(one, chain, role))) {
      await dropUnsent(tx, route);
      await tx.transfers.moveRoute(route, { stage: stages.quarantined }, nowMs);
      quarantined += 1;
    }
  }
  return quarantined;
}

function isAtRisk({ phase, stage, isSimulated }: Route): boolean {
  return phase !== 'ended' && !isSimulated && stage !== stages.quarantined;
}

/**
 * Whether the route pulls, pays, calls or refunds from the account, or could: another rail may take
 * it over.
 */
export function worksWith({ order, plan }: Terms, chain: ChainRef, role: AccountRole): boolean {
  const { from, to } = order.lane;
  switch (role) {
    case 'spender':
      return (
        from === chain || plan.steps.some((step) => step.kind === 'call' && step.chain === chain)
      );
    case 'float':
      return to === chain || (from === chain && plan.pullTo === 'float');
  }
}

/** What waits for a batch was never sent, and must not go out with the next one. */
async function dropUnsent(tx: JournalWriter, { id }: Route): Promise<void> {
  for (const effect of await tx.transactions.effectsOf(id)) {
    if (effect.state !== 'open' || effect.nonce !== unplaced) continue;
    await tx.transactions.moveEffect(effect.id, 'open', { state: 'displaced' });
    await tx.transactions.releaseReservation(gasClaimId(effect.id));
  }
}

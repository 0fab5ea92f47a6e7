import { chainToWire } from '@interline/kernel';
import { receiptOf, type Receipt, type Route } from '../transfer/index.ts';
import type { AccountEvent, AccountEventKind } from './account-event.ts';
import type { EventUnit } from './repository.ts';
import { accountsOfPayer } from './session.ts';
import { tellAccounts } from './tell-accounts.ts';

type Happened = Pick<AccountEvent, 'kind' | 'about'>;

/**
 * Within the unit that accepts or moves a route: adds the event to its payer's accounts, where the payer has
 * signed in before. `before` is null for a new route.
 */
export async function noteRoute(
  tx: EventUnit,
  before: Route | null,
  route: Route,
  nowMs: number,
): Promise<void> {
  const { permit, isSimulated } = route;
  if (permit === null || isSimulated) return;
  for (const happened of happenedTo(before, route, nowMs))
    await tellAccounts(tx, accountsOfPayer(permit.chain, permit.owner), {
      ...happened,
      atMs: nowMs,
    });
}

function happenedTo(before: Route | null, route: Route, nowMs: number): readonly Happened[] {
  const receipt = receiptOf(route, nowMs);
  const happened = (kind: AccountEventKind, more: Happened['about'] = {}): Happened => ({
    kind,
    about: { ...stateOf(receipt), ...more },
  });
  if (before === null) return [happened('route.accepted')];
  if (before.status === route.status && before.stage === route.stage) return [];
  if (receipt.status === 'BRIDGING' && receipt.held !== null)
    return [
      happened('route.refund_held', {
        ...moneyOf(route, receipt.held.owed),
        reason: receipt.held.reason,
      }),
    ];
  if (before.status === route.status) return [happened('route.stage')];
  switch (receipt.status) {
    case 'DONE':
      return [happened('route.done')];
    case 'FAILED':
      return [
        ...(receipt.refunded === 0n
          ? []
          : [happened('route.refunded', moneyOf(route, receipt.refunded))]),
        happened('route.failed', { errorCode: receipt.failure.code }),
      ];
    case 'BRIDGING':
    case 'AWAITING_DEPOSIT':
    case 'FUNDS_REQUIRED':
      return [happened('route.stage')];
  }
}

function stateOf({ route }: Receipt): Happened['about'] {
  const { id, status, stage, srcTx, destTx, refundTx, givenBack } = route;
  return { routeId: id, status, stage, srcTx, destTx, refundTx: refundTx ?? givenBack?.tx ?? null };
}

function moneyOf({ order }: Route, units: bigint): Happened['about'] {
  const { chain, address } = order.from;
  return { chain: chainToWire(chain), token: address, amount: units.toString() };
}

import {
  carrierOf,
  type ChainRef,
  type Transaction,
  finalityOf,
  type SignedPermit,
  unplaced,
} from '@interline/kernel';
import { isNoop, reopenDisplaced, unseenAdvice, warnUnseen } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/**
 * - proven: no pull of the route brought anything, and none will
 * - found: one of them is in a block after all; it is open again
 * - unproven: the payer's money may be with us, so the route must not end
 */
export type NotPulled = 'proven' | 'found' | 'unproven';

/**
 * Before a route may end as not pulled. Every pull that was sent has reverted, or its slot was
 * consumed by another transaction that was found, a no-op of ours included; and the permit's bit is
 * free, or was set by a transaction that brought us none of the payer's tokens.
 */
export async function proveNotPulled(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  signal: AbortSignal,
): Promise<NotPulled> {
  for (const pull of pulls) {
    const end = await endOf(ports, pull, signal);
    if (end !== 'proven') return end;
  }
  return route.permit === null || (await isUnredeemed(ports, route, route.permit, signal))
    ? 'proven'
    : 'unproven';
}

async function endOf(
  ports: TransferPorts,
  pull: Transaction,
  signal: AbortSignal,
): Promise<NotPulled> {
  // What was left out of a batch was never signed; what reverted did so in a block that was deep
  // enough.
  if (pull.nonce === unplaced || pull.state === 'reverted') return 'proven';
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(pull),
  ]);
  const consumer = await ports.custody.consumerOf(
    { transaction: pull, hashes: signedTransactions.map((one) => one.hash) },
    null,
    signal,
  );
  if (consumer.kind === 'unseen') {
    warnUnseen(ports.log, pull, consumer.reason);
    return 'unproven';
  }
  const ours = signedTransactions.find((one) => one.hash === consumer.hash);
  const didNothing = ours === undefined || (pull.batch === null && isNoop(ours));
  if (didNothing) return isDeep(ports, pull.chain, consumer) ? 'proven' : 'unproven';
  if (pull.state !== 'displaced') return 'unproven';
  await ports.store.run('pull-found', (tx) => reopenDisplaced(tx, pull, ours));
  ports.log.error('pull-found', { routeId: pull.routeId, chain: pull.chain, nonce: pull.nonce });
  return 'found';
}

async function isUnredeemed(
  ports: TransferPorts,
  { id: routeId }: Route,
  permit: SignedPermit,
  signal: AbortSignal,
): Promise<boolean> {
  const fate = await ports.custody.fateOf(permit, signal);
  switch (fate.kind) {
    case 'unspent':
      return true;
    case 'spent-elsewhere':
      return isDeep(ports, permit.chain, fate);
    case 'redeemed':
      // By our key, in a transaction that the store does not have.
      ports.log.error('permit-redeemed', {
        routeId,
        chain: permit.chain,
        advice: "the payer's money is with us; refund it by hand",
      });
      return false;
    case 'unseen':
      ports.log.warn('permit-unproven', {
        routeId,
        chain: permit.chain,
        reason: fate.reason,
        advice: unseenAdvice[fate.reason],
      });
      return false;
  }
}

function isDeep(
  { policy }: TransferPorts,
  chain: ChainRef,
  { block, head }: { readonly block: number; readonly head: number },
): boolean {
  return head - block + 1 >= finalityOf(policy.finality, chain).confirmations;
}

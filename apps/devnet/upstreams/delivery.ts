import { setTimeout as sleep } from 'node:timers/promises';
import type { Asset, ContractOrder, Deposit, Offer, Order, OrderState, Payment } from './order.ts';
import { otherAsset } from './chain-assets.ts';
import { exchanged } from './exchange.ts';
import type { DeliveryFault, FaultBoard } from './fault-board.ts';

/** Every effect of a delivery on the chains; hashes are of mined transactions. */
export interface Payer {
  pay(asset: Asset, to: string, units: bigint): Promise<string>;
  /** A transaction on the chain in which nothing is paid. */
  payNothing(chainId: number): Promise<string>;
  refund(offer: Offer, deposit: Deposit): Promise<string>;
  /** Through the order's own contract, which refuses to fill a cancelled order. */
  fill(offer: Offer, order: ContractOrder): Promise<string>;
  /** Whether the order's authority has cancelled it on its destination, and a keeper is paid. */
  isCancelled(offer: Offer, order: ContractOrder): Promise<boolean>;
}

export interface Delivery {
  readonly order: Order;
  readonly deposit: Deposit;
  readonly fillMs: number;
  readonly faults: FaultBoard;
  readonly assets: readonly Asset[];
  readonly payer: Payer;
  readonly signal: AbortSignal;
  readonly move: (state: OrderState) => void;
}

const slowFillTimes = 30;
const stuckPollMs = 50;

/**
 * What follows a deposit: the recipient is paid after the engine's time, or the deposit is
 * refunded.
 */
export async function deliver(delivery: Delivery): Promise<void> {
  const {
    order: { offer },
    deposit,
    faults,
    signal,
    move,
  } = delivery;
  const fault = faults.take('delivery', offer.ask.recipient);
  const waitMs = fault === 'slow-fill' ? slowFillTimes * delivery.fillMs : delivery.fillMs;
  const srcTx = deposit.txHash;

  await sleep(waitMs / 3, undefined, { signal, ref: false });
  if (fault === 'refunded' || offer.expiresAtMs <= offer.quotedAtMs)
    return refund(delivery, (2 * waitMs) / 3);
  if (fault === 'stuck' && (await untilUnstuck(delivery)) === 'cancelled')
    return refund(delivery, delivery.fillMs);

  move({ stage: 'filling', srcTx });
  await sleep((2 * waitMs) / 3, undefined, { signal, ref: false });
  try {
    const { dstTx, paid } = await pay(delivery, fault);
    move({ stage: 'filled', srcTx, dstTx, paid, atMs: Date.now() });
  } catch {
    // A recipient that cannot be paid, for example a blacklisted one: engines then refund the
    // deposit. A fill after a cancel ends in the same way.
    return refund(delivery, delivery.fillMs);
  }
  // An order that it reports as filled without paying can still be cancelled.
  if (fault === 'lying-done') await giveBackCancelled(delivery);
}

async function giveBackCancelled({
  order: { offer },
  deposit,
  payer,
  signal,
}: Delivery): Promise<void> {
  const { contract } = offer;
  if (contract === null) return;
  while (!(await payer.isCancelled(offer, contract)))
    await sleep(stuckPollMs, undefined, { signal, ref: false });
  await payer.refund(offer, deposit);
}

async function untilUnstuck({
  order: { offer },
  deposit,
  faults,
  payer,
  signal,
  move,
}: Delivery): Promise<'unstuck' | 'cancelled'> {
  move({ stage: 'stuck', srcTx: deposit.txHash });
  while (faults.active(offer.ask.recipient) === 'stuck') {
    if (offer.contract !== null && (await payer.isCancelled(offer, offer.contract)))
      return 'cancelled';
    await sleep(stuckPollMs, undefined, { signal, ref: false });
  }
  return 'unstuck';
}

async function refund(
  { order: { offer }, deposit, payer, signal, move }: Delivery,
  waitMs: number,
): Promise<void> {
  move({ stage: 'refunding', srcTx: deposit.txHash });
  await sleep(waitMs, undefined, { signal, ref: false });
  const refundTx = await payer.refund(offer, deposit);
  move({ stage: 'refunded', srcTx: deposit.txHash, refundTx, atMs: Date.now() });
}

async function pay(
  { order: { offer }, assets, payer }: Delivery,
  fault: DeliveryFault | undefined,
): Promise<{ dstTx: string; paid: Payment }> {
  const {
    to,
    output,
    minOutput,
    contract,
    said: { recipient },
  } = offer;
  const promised: Payment = { asset: to, units: output, partial: false };
  const payPromised = (): Promise<string> =>
    contract === null ? payer.pay(to, recipient, output) : payer.fill(offer, contract);
  switch (fault) {
    case 'lying-done':
      return { dstTx: await payer.payNothing(to.chainId), paid: promised };
    case 'short-fill':
      return { dstTx: await payer.pay(to, recipient, (minOutput * 9n) / 10n), paid: promised };
    case 'partial':
    case 'failed-actions': {
      const other = otherAsset(assets, to);
      const paid: Payment = { asset: other, units: exchanged(output, to, other), partial: true };
      return { dstTx: await payer.pay(other, recipient, paid.units), paid };
    }
    case 'refunded':
    case 'slow-fill':
    case 'stuck':
    case undefined:
      return { dstTx: await payPromised(), paid: promised };
  }
}

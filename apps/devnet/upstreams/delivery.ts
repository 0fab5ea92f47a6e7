import { setTimeout as sleep } from 'node:timers/promises';
import type { Asset, Deposit, Offer, Order, OrderState, Payment } from './order.ts';
import { otherAsset } from './chain-assets.ts';
import { exchanged } from './exchange.ts';
import type { DeliveryFault, FaultBoard } from './fault-board.ts';

/** Everything a delivery does to the chains; hashes are of mined transactions. */
export interface Payer {
  pay(asset: Asset, to: string, units: bigint): Promise<string>;
  /** A transaction on the chain in which nothing is paid. */
  payNothing(chainId: number): Promise<string>;
  refund(offer: Offer, deposit: Deposit): Promise<string>;
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
 * What follows a deposit: the recipient is paid after the engine's time, or the deposit goes back.
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
  if (fault === 'stuck') await untilUnstuck(delivery);

  move({ stage: 'filling', srcTx });
  await sleep((2 * waitMs) / 3, undefined, { signal, ref: false });
  try {
    const { dstTx, paid } = await pay(delivery, fault);
    move({ stage: 'filled', srcTx, dstTx, paid, atMs: Date.now() });
  } catch {
    // A recipient that cannot be paid, a listed one say: engines give the deposit back then.
    await refund(delivery, delivery.fillMs);
  }
}

async function untilUnstuck({
  order: { offer },
  deposit,
  faults,
  signal,
  move,
}: Delivery): Promise<void> {
  move({ stage: 'stuck', srcTx: deposit.txHash });
  while (faults.active(offer.ask.recipient) === 'stuck')
    await sleep(stuckPollMs, undefined, { signal, ref: false });
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
    said: { recipient },
  } = offer;
  const promised: Payment = { asset: to, units: output, partial: false };
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
      return { dstTx: await payer.pay(to, recipient, output), paid: promised };
  }
}

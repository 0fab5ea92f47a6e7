import { answer, isNative, type RailOutcome, type Refusal, refuse } from '@interline/plugins';
import type { Ask, Built, CallFacts, Priced } from '../upstream.ts';
import { type OrderCreation, readOrderCalldata } from './calldata.ts';
import { eip155ChainId } from './chain-ids.ts';
import type { QuotedOrder } from './read-quote.ts';
import { addressOf } from './request.ts';

/** The call, with what its order says. Refused where the order gives away more than `CallFacts` can show. */
export function planOrder({ priced, orderId, tx }: QuotedOrder, ask: Ask): RailOutcome<Built> {
  const read = readOrderCalldata(tx.data);
  if (read.kind === 'broken') return refuse('RAIL_FAULT', 'debridge built an order that cannot be read');
  const refusal = read.kind === 'order' ? refusalOfOrder(read.order, priced, ask) : null;
  return refusal ?? answer({
    ...priced,
    call: {
      chainId: ask.fromChainId, to: tx.to, data: tx.data, valueWei: tx.valueWei,
      spender: isNative(ask.from) ? null : tx.spender,
      says: read.kind === 'order' ? factsOf(read.order) : {},
    },
    ref: { orderId },
  });
}

function refusalOfOrder(order: OrderCreation, priced: Priced, ask: Ask): Refusal | null {
  // The authority may lower the take amount or cancel, so a stranger in its place could buy the money for nothing.
  if (order.orderAuthorityAddressDst !== ask.depositor) return refuse('RAIL_FAULT', 'debridge built an order that another account may change');
  if (order.takeTokenAddress !== addressOf(ask.to)) return refuse('RAIL_FAULT', 'debridge built an order for another token than was asked');
  if (order.takeAmount < priced.minOutput) return refuse('RAIL_FAULT', 'debridge built an order that promises less than its price');
  // The taker's money would first go through a call whose end cannot be read.
  return order.externalCall === '0x' ? null : refuse('NO_ROUTE', 'debridge built an order with a call behind it, which cannot be checked');
}

function factsOf(order: OrderCreation): CallFacts {
  return {
    token: order.giveTokenAddress,
    units: order.giveAmount,
    recipient: order.receiverDst,
    toChainId: eip155ChainId(order.takeChainId),
    minOutput: order.takeAmount,
    ...order.allowedCancelBeneficiarySrc === '0x' ? {} : { refundTo: order.allowedCancelBeneficiarySrc },
  };
}

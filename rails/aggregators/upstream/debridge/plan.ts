import { answer, isNative, type RailOutcome, type Refusal, refuse } from '@interline/plugins';
import type { Ask, Built, CallFacts, Priced } from '../upstream.ts';
import { type OrderCalldata, type OrderCreation, readOrderCalldata } from './calldata.ts';
import { eip155ChainId } from './chain-ids.ts';
import type { QuotedOrder } from './read-quote.ts';
import { addressOf } from './request.ts';

type ReadOrder = Extract<OrderCalldata, { kind: 'order' }>;

/**
 * The call, with what its order says. Refused where the order gives away more than `CallFacts` can
 * show.
 */
export function planOrder({ priced, orderId, tx }: QuotedOrder, ask: Ask): RailOutcome<Built> {
  const read = readOrderCalldata(tx.data);
  if (read.kind === 'broken')
    return refuse('RAIL_FAULT', 'debridge built an order that cannot be read');
  if (read.kind === 'unknown')
    return refuse(
      'NO_ROUTE',
      'debridge built a call that holds no order, so nothing in it can be checked',
    );
  return (
    refusalOfOrder(read.order, priced, ask) ??
    answer({
      ...priced,
      call: {
        chainId: ask.fromChainId,
        to: tx.to,
        data: tx.data,
        value: tx.value,
        spender: isNative(ask.from) ? null : tx.spender,
        says: factsOf(read),
      },
      ref: { orderId },
    })
  );
}

function refusalOfOrder(order: OrderCreation, priced: Priced, ask: Ask): Refusal | null {
  // The authority may lower the take amount or cancel, so a stranger in its place could buy the
  // money for nothing.
  if (order.orderAuthorityAddressDst !== ask.depositor)
    return refuse('RAIL_FAULT', 'debridge built an order that another account may change');
  if (order.takeTokenAddress !== addressOf(ask.to))
    return refuse('RAIL_FAULT', 'debridge built an order for another token than was asked');
  if (order.takeAmount < priced.minOutput)
    return refuse('RAIL_FAULT', 'debridge built an order that promises less than its price');
  // Otherwise a stranger could take the money of an unfilled order.
  if (order.allowedCancelBeneficiarySrc === '0x')
    return refuse(
      'RAIL_FAULT',
      'debridge built an order that does not name who gets the money of a cancelled order',
    );
  // The taker's money would first go through a call whose end cannot be read.
  return order.externalCall === '0x'
    ? null
    : refuse('NO_ROUTE', 'debridge built an order with a call behind it, which cannot be checked');
}

function factsOf({ order, handed }: ReadOrder): CallFacts {
  return {
    token: handed.token,
    units: handed.units,
    recipient: order.receiverDst,
    toChainId: eip155ChainId(order.takeChainId),
    minOutput: order.takeAmount,
    ...(order.allowedCancelBeneficiarySrc === '0x'
      ? {}
      : { refundTo: order.allowedCancelBeneficiarySrc }),
  };
}

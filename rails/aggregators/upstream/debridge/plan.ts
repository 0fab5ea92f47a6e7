import { answer, isNative, type RailOutcome, refuse, type RelayError } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { tokenAddress } from '../../wire/native-coin.ts';
import type { Ask, Built, CallFacts, Priced } from '../upstream.ts';
import { type OrderCreation, readOrderCalldata } from './calldata.ts';
import { eip155ChainId } from './chain-ids.ts';
import { type DlnOrder, keepOrder, orderUnder } from './order.ts';
import type { QuotedOrder } from './read-quote.ts';
import { debridgeCoin } from './request.ts';

/**
 * The call, with the order's terms. Refused if the order gives away more than `CallFacts` can show.
 */
export function planOrder(
  ask: Ask,
  { priced, orderId, protocolFee, tx, spender }: QuotedOrder,
): RailOutcome<Built> {
  const read = readOrderCalldata(tx.data);
  if (read.kind === 'broken') throw fault('an order that cannot be read');
  if (read.kind === 'unknown')
    return refuse(
      'NO_ROUTE',
      'debridge built a call that holds no order, so nothing in it can be checked',
    );
  // The source refunds a cancelled order in the token that the swap produced, so the payer would
  // get another token.
  if (read.kind === 'swapped')
    return refuse(
      'NO_ROUTE',
      'debridge would swap the money first, and what no taker fills comes back as another token',
    );
  assertSound(read.order, priced, ask);
  // The taker's money would first pass through a call whose end cannot be read.
  if (read.order.externalCall !== '0x')
    return refuse(
      'NO_ROUTE',
      'debridge built an order with a call behind it, which cannot be checked',
    );
  const made: DlnOrder | null = orderUnder(orderId, read, ask, protocolFee);
  // Under that id it could be neither watched nor cancelled.
  if (made === null) throw fault('an order whose id is not the hash of what it says');
  return answer({
    ...priced,
    call: {
      ...tx,
      chainId: ask.fromChainId,
      spender: isNative(ask.from) ? null : spender,
      says: factsOf(read.order),
    },
    ref: { orderId, source: tx.to, order: keepOrder(made) },
  });
}

function assertSound(order: OrderCreation, priced: Priced, ask: Ask): void {
  // The authority may lower the take amount or cancel, so a stranger in its place could buy the
  // money for nothing.
  if (order.orderAuthorityAddressDst !== ask.depositor)
    throw fault('an order that another account may change');
  if (order.takeTokenAddress !== tokenAddress(ask.to, debridgeCoin))
    throw fault('an order for another token than was asked for');
  if (order.takeAmount < priced.minOutput)
    throw fault('an order that promises less than its price');
  // Otherwise a stranger could take the money of an unfilled order.
  if (order.allowedCancelBeneficiarySrc === '0x')
    throw fault('an order that does not name who gets the money of a cancelled order');
}

function fault(built: string): RelayError {
  return engineFault('debridge', 'quote', `debridge built ${built}`);
}

function factsOf(order: OrderCreation): CallFacts {
  return {
    token: order.giveTokenAddress,
    units: order.giveAmount,
    recipient: order.receiverDst,
    toChainId: eip155ChainId(order.takeChainId),
    minOutput: order.takeAmount,
    ...(order.allowedCancelBeneficiarySrc === '0x'
      ? {}
      : { refundTo: order.allowedCancelBeneficiarySrc }),
  };
}

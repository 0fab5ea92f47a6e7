import {
  asAmount,
  type Askers,
  defaultSlippage,
  type EvmAddress,
  maxUint256,
  type QuoteRequest,
  RelayError,
  type TokenRef,
  unitsWorth,
} from '@interline/kernel';
import type { AmountFor, PreparedOrder, PrepareOrder } from '../transfer/index.ts';
import { type Demand, payableOf } from './judge-request.ts';
import type { PaymentPorts } from './ports.ts';

export interface FundRequest {
  /** The demands that the seller accepts, in its order. */
  readonly demands: readonly Demand[];
  readonly from: TokenRef;
  /** Who pays, on both chains. */
  readonly account: EvmAddress;
  readonly askedBy: Askers;
}

export interface FundedPayment {
  /** The demand that the payer then pays. */
  readonly demand: Demand;
  readonly request: QuoteRequest & { readonly recipient: string };
  readonly order: PreparedOrder;
}

/**
 * Prepares a transfer that brings what a seller demands to the payer's own address on the seller's
 * chain, where the payer then pays it. Moves nothing. Throws `BAD_REQUEST`, `NO_ROUTE`, and every
 * refusal of a sign request.
 */
export type FundPayment = (request: FundRequest, signal: AbortSignal) => Promise<FundedPayment>;

interface FundPorts extends Pick<PaymentPorts, 'authorized' | 'tokens' | 'price'> {
  readonly transfer: { readonly amountFor: AmountFor; readonly prepareOrder: PrepareOrder };
}

export function fundPayment(ports: FundPorts): FundPayment {
  const { price, transfer } = ports;
  return async ({ demands, from, account, askedBy }, signal) => {
    const payable = demands
      .map((demand) => ({ demand, pays: payableOf(ports, demand) }))
      .find(({ pays }) => pays !== null && pays.token.chain !== from.chain);
    const pays = payable?.pays;
    if (payable === undefined || pays === null || pays === undefined)
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'paymentRequired' },
        `paymentRequired must accept an exact payment of a listed token on another chain than ${from.chain}; what is demanded there is paid from there`,
      );
    const { token: to, units } = pays;
    const [ofSource, ofTarget] = await Promise.all(
      [from, to].map((one) => price.priceOf(one, signal).catch(() => null)),
    );
    if (!ofSource || !ofTarget)
      throw new RelayError('NO_ROUTE', {}, `there is no price of ${from.symbol} now`);
    const worth = (units * ofTarget.microUsd) / 10n ** BigInt(to.decimals);
    const least = unitsWorth(worth, from.decimals, ofSource);
    if (least > maxUint256)
      throw new RelayError('NO_ROUTE', {}, `no amount of ${from.symbol} is worth ${units} units`);
    const asked = {
      lane: { from: from.chain, to: to.chain },
      from,
      to,
      payer: account,
      recipient: account,
      amount: asAmount(least === 0n ? 1n : least),
      slippage: defaultSlippage,
    };
    const amount = await transfer.amountFor(asked, units, signal);
    const request = { ...asked, amount, askedBy };
    return {
      demand: payable.demand,
      request,
      order: await transfer.prepareOrder(request, units, [], signal),
    };
  };
}

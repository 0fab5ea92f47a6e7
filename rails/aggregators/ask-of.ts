import {
  type Amount,
  answer,
  asAmount,
  type EvmAddress,
  evmAddress,
  evmChainId,
  type FirmQuote,
  isEvmAddressShape,
  type Lane,
  type Order,
  type Ppm,
  type QuoteRequest,
  type RailContext,
  type RailOutcome,
  refuse,
  showUnits,
  type Units,
} from '@interline/plugins';
import type { Ask } from './upstream/upstream.ts';
import { tighterSlippage } from './wire/slippage.ts';

/** A lane as EVM chain ids. */
export interface LaneEnds {
  readonly fromChainId: number;
  readonly toChainId: number;
}

/** Null for a lane that is not between two EVM chains. */
export function laneEnds({ from, to }: Lane): LaneEnds | null {
  const [fromChainId, toChainId] = [evmChainId(from), evmChainId(to)];
  return fromChainId === null || toChainId === null || from === to
    ? null
    : { fromChainId, toChainId };
}

/**
 * Replaces an unnamed payer or recipient, for prices only: engines refuse the zero address, and
 * price contracts differently.
 */
export const anonymousParty = evmAddress('0x3f5a1c9e7b2d48f06a8c5e1b9d7042f3a6c8e0b4');

/** A request as a question to an engine; `units` is the amount after our charge. */
export function askOf(
  { relayer }: RailContext,
  request: QuoteRequest,
  ends: LaneEnds,
  units: Amount,
): Ask {
  return {
    ...ends,
    from: request.from,
    to: request.to,
    units,
    depositor: relayer,
    payer: partyOf(request.payer),
    recipient: partyOf(request.recipient),
    slippage: request.slippage,
    minOutput: agreedOutput(request),
  };
}

function partyOf(named: string | null): EvmAddress {
  return named !== null && isEvmAddressShape(named) ? evmAddress(named) : anonymousParty;
}

/** An order at its quote's own charge as a question to the engine. */
export function askOfOrder(
  { relayer }: RailContext,
  order: Order,
  quote: FirmQuote,
  fee: Units,
): RailOutcome<Ask> {
  const ends = laneEnds(order.lane);
  if (ends === null)
    return refuse('UNROUTABLE_LANE', 'the aggregators move between two EVM chains');
  if (order.amount !== quote.input)
    return refuse(
      'NO_ROUTE',
      `the quote is for ${showUnits(quote.input)}, the order for ${showUnits(order.amount)}`,
    );
  if (fee >= order.amount)
    return refuse('NO_ROUTE', `our charge of ${fee} leaves nothing of ${order.amount}`);
  const payer = evmParty(order.payer);
  const recipient = evmParty(order.recipient);
  if (payer === null || recipient === null)
    return refuse('NO_ROUTE', 'payer and recipient must be EVM addresses');
  const minOutput = agreedOutput(order);
  return answer({
    ...ends,
    from: order.from,
    to: order.to,
    units: asAmount(order.amount - fee),
    depositor: relayer,
    payer,
    recipient,
    slippage: slippageFor(order.slippage, quote.output, minOutput),
    minOutput,
  });
}

function evmParty(text: string): EvmAddress | null {
  return isEvmAddressShape(text) ? evmAddress(text) : null;
}

/** The agreed minimum output; null where none was agreed, which an order writes as zero. */
export function agreedOutput({ minOutput }: Pick<QuoteRequest, 'minOutput'>): Units | null {
  return minOutput === undefined || minOutput === 0n ? null : minOutput;
}

/**
 * The slippage at which the engine's own minimum equals the agreed one; at most what the client
 * allowed.
 */
export function slippageFor(allowed: Ppm, expected: Units, agreed: Units | null): Ppm {
  const tighter = agreed === null ? null : tighterSlippage(expected, agreed);
  return tighter === null || tighter > allowed ? allowed : tighter;
}

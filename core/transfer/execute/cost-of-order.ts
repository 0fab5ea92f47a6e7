import {
  asUnits,
  chainFamily,
  costMicroUsd,
  type FirmQuote,
  type Fronted,
  gasAheadOf,
  isNative,
  noUnits,
  type Price,
  type QuoteRequest,
  type Refusal,
  refuse,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';

type Ports = Pick<TransferPorts, 'chains' | 'price' | 'tokens'>;

/** Gas of a pull and of a token payout, for a rail that does not state its own. */
const usualGas = { pull: 120_000n, payout: 65_000n } as const;

/**
 * What the relayer pays upfront for the quote at current market prices: gas of both sides and coin,
 * in the source token's smallest units, rounded up. Readings are at most a few seconds old. Null if
 * a chain does not respond or a price is missing.
 */
export async function costOfOrder(
  ports: Ports,
  request: Pick<QuoteRequest, 'from' | 'lane' | 'needsAllowance'>,
  quote: Pick<FirmQuote, 'fronts'>,
  signal: AbortSignal,
): Promise<Units | null> {
  const [source, ...costs] = await Promise.all([
    usablePrice(ports, request.from, signal),
    ...(quote.fronts ?? usualFronts(request)).map((one) => microUsdOf(ports, one, signal)),
  ]);
  if (source === null) return null;
  let microUsd = 0n;
  for (const cost of costs) {
    if (cost === null) return null;
    microUsd += cost;
  }
  return asUnits(unitsWorth(microUsd, request.from.decimals, source));
}

function usualFronts(request: Pick<QuoteRequest, 'lane' | 'needsAllowance'>): readonly Fronted[] {
  const { lane } = request;
  const pull = { chain: lane.from, gas: gasAheadOf(request) + usualGas.pull, coin: noUnits };
  return chainFamily(lane.to) === 'eip155'
    ? [pull, { chain: lane.to, gas: usualGas.payout, coin: noUnits }]
    : [pull];
}

async function microUsdOf(
  ports: Ports,
  fronted: Fronted,
  signal: AbortSignal,
): Promise<bigint | null> {
  const { chain, gas } = fronted;
  const coin = ports.tokens.on(chain).find(isNative);
  if (coin === undefined) return null;
  const [price, gasCost] = await Promise.all([
    usablePrice(ports, coin, signal),
    orNull(ports.chains.gasCost(chain, gas, signal), signal),
  ]);
  return price === null || gasCost === null
    ? null
    : costMicroUsd(gasCost + fronted.coin, coin.decimals, price);
}

/** A price that rounds to zero would divide by zero. */
async function usablePrice(
  { price }: Ports,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  const found = await orNull(price.priceOf(token, signal), signal);
  return found !== null && found.microUsd > 0n ? found : null;
}

async function orNull<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return reading.catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    return null;
  });
}

/**
 * Whether the cost rose by more than a tenth of the agreed fee. Up to a tenth is the relayer's
 * risk, and a fall is the payer's: the signed fee applies.
 */
export function hasMoved(cost: { readonly then: Units; readonly now: Units }, fee: Units): boolean {
  return (cost.now - cost.then) * 10n > fee;
}

/**
 * Why a kept order cannot run at its fee any more; null if it can. An order whose fee never paid
 * for its gas is left to the subsidy rules of its rail, which have their own limits.
 */
export async function refuseMoved(
  ports: Ports,
  { order, quote, cost }: Pick<KeptOrder, 'order' | 'quote' | 'cost'>,
  signal: AbortSignal,
): Promise<Refusal | null> {
  if (cost === null || cost > quote.fee) return null;
  const now = await costOfOrder(ports, order, quote, signal);
  if (now === null)
    return refuse('NO_ROUTE', 'the gas of this transfer cannot be priced now; try again shortly');
  if (!hasMoved({ then: cost, now }, quote.fee)) return null;
  return refuse(
    'PRICE_MOVED',
    `gas is worth ${now} of ${order.from.symbol} now and was ${cost} when the sign request was made: it rose by more than a tenth of the fee of ${quote.fee}`,
  );
}

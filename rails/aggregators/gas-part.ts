import {
  answer,
  asUnits,
  type ChainRef,
  costMicroUsd,
  gasAheadOf,
  isNative,
  noUnits,
  type Price,
  type QuoteRequest,
  type RailContext,
  type RailOutcome,
  refuse,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/plugins';

/** The two prices that turn gas into the source token; neither is ever zero. */
export interface FeeFacts {
  readonly source: Price;
  readonly coin: { readonly token: TokenRef; readonly price: Price };
}

interface Fronted {
  readonly callGas: bigint;
  /** The engine's flat fee. */
  readonly coinFee: Units;
}

/** The gas of a Permit2 transfer of an ERC-20 to the spender account, on the high side. */
const pullGas = 100_000n;

/** Our gas on the source, estimated high: the pull, what precedes it, and the call. */
export function sourceGasOf(
  request: Pick<QuoteRequest, 'needsAllowance'>,
  callGas: bigint,
): bigint {
  return gasAheadOf(request) + pullGas + callGas;
}

export async function readFeeFacts(
  context: RailContext,
  { from }: Pick<QuoteRequest, 'from'>,
  signal: AbortSignal,
): Promise<RailOutcome<FeeFacts>> {
  const coin = context.tokens.on(from.chain).find(isNative);
  if (coin === undefined)
    return refuse('NO_ROUTE', `the coin of ${from.chain} is not listed, so its gas has no price`);
  const [source, price] = await Promise.all([
    usablePrice(context, from, signal),
    usablePrice(context, coin, signal),
  ]);
  if (source === null)
    return refuse(
      'NO_ROUTE',
      `${from.symbol} has no price now, so our charge for gas cannot be told in it`,
    );
  if (price === null)
    return refuse(
      'NO_ROUTE',
      `${coin.symbol} has no price now, so the gas of ${from.chain} has none`,
    );
  return answer({ source, coin: { token: coin, price } });
}

/** A price that rounds to zero would divide by zero. */
async function usablePrice(
  { price }: RailContext,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  const listed = await price.priceOf(token, signal);
  return listed === null || listed.microUsd <= 0n ? null : listed;
}

/**
 * What the relayer pays upfront for one transfer, in the source token's smallest units; each step
 * rounds up, the last one to two digits.
 */
export async function gasPartOf(
  { chains }: RailContext,
  request: Pick<QuoteRequest, 'from' | 'needsAllowance'>,
  facts: FeeFacts,
  { callGas, coinFee }: Fronted,
  signal: AbortSignal,
): Promise<Units> {
  const { from } = request;
  const gasCost = await chains.gasCost(from.chain, sourceGasOf(request, callGas), signal);
  const microUsd = coinWorthMicroUsd(gasCost + coinFee, facts.coin);
  return asUnits(roundUpToTwoDigits(unitsWorth(microUsd, from.decimals, facts.source)));
}

/**
 * Value of that much gas of the chain and that much coin, in millionths of a dollar, rounded up;
 * null if the chain does not answer.
 */
export async function gasWorthMicroUsd(
  { chains }: RailContext,
  chain: ChainRef,
  facts: FeeFacts,
  { gas, coinFee }: { readonly gas: bigint; readonly coinFee: Units },
  signal: AbortSignal,
): Promise<bigint | null> {
  const gasCost = await chains.gasCost(chain, gas, signal).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    return null;
  });
  return gasCost === null ? null : coinWorthMicroUsd(gasCost + coinFee, facts.coin);
}

/** Keeps the charge, and so the request to an engine, stable while the price of gas fluctuates. */
export function roundUpToTwoDigits(count: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, count.toString().length - 2));
  return ((count + step - 1n) / step) * step;
}

/** The value in millionths of a dollar, rounded up. */
export function coinWorthMicroUsd(units: bigint, { token, price }: FeeFacts['coin']): bigint {
  return costMicroUsd(units, token.decimals, price);
}

/**
 * The last flat fee of each engine on each chain, in units of coin. An engine states it with its
 * price, but our charge must cover it before that.
 */
export class FlatFees {
  readonly #feeByPlace = new Map<string, Units>();

  lastSeen(engine: string, chainId: number): Units {
    return this.#feeByPlace.get(`${engine}/${chainId}`) ?? noUnits;
  }

  see(engine: string, chainId: number, coinFee: Units): void {
    this.#feeByPlace.set(`${engine}/${chainId}`, coinFee);
  }
}

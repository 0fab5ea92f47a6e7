import {
  answer,
  asUnits,
  type BudgetCharge,
  type ChainRef,
  costMicroUsd,
  type Fronted,
  gasAheadOf,
  isNative,
  msUntilReset,
  noUnits,
  type QuoteRequest,
  type RailOutcome,
  refuse,
  subsidyBudget,
  subsidyOn,
} from '@interline/plugins';
import type { LaneSetup } from './lane-setup.ts';

export type GasCost =
  | { readonly kind: 'known'; readonly microUsd: bigint }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Gas that the lane expects to pay, estimated high: a Permit2 transfer of an ERC-20 into the float,
 * a token payout to a recipient without a balance, a plain coin transfer.
 */
const expectedGas = { pull: 120_000n, tokenPayout: 65_000n, nativePayout: 21_000n } as const;

type GasTerms = Pick<QuoteRequest, 'lane' | 'to' | 'needsAllowance'>;

/** The pull on the source, with what precedes it, and the payout on the destination. */
export function gasOf(request: GasTerms): readonly [Fronted, Fronted] {
  const { lane, to } = request;
  const payout = isNative(to) ? expectedGas.nativePayout : expectedGas.tokenPayout;
  return [
    { chain: lane.from, gas: expectedGas.pull + gasAheadOf(request), coin: noUnits },
    { chain: lane.to, gas: payout, coin: noUnits },
  ];
}

/** The cost of pull and payout together, in millionths of a dollar, rounded up. */
export async function expectedGasCost(
  setup: LaneSetup,
  request: GasTerms,
  signal: AbortSignal,
): Promise<GasCost> {
  const [source, destination] = gasOf(request);
  const [pull, payout] = await Promise.all([
    gasCost(setup, source, signal),
    gasCost(setup, destination, signal),
  ]);
  if (pull.kind === 'unknown') return pull;
  if (payout.kind === 'unknown') return payout;
  return { kind: 'known', microUsd: pull.microUsd + payout.microUsd };
}

async function gasCost(
  { context }: LaneSetup,
  { chain, gas }: Fronted,
  signal: AbortSignal,
): Promise<GasCost> {
  const coin = context.tokens.on(chain).find(isNative);
  if (coin === undefined)
    return {
      kind: 'unknown',
      reason: `the coin of ${chain} is not listed, so its gas has no price`,
    };
  const price = await context.price.priceOf(coin, signal);
  if (price === null)
    return {
      kind: 'unknown',
      reason: `${coin.symbol} has no price now, so the gas of ${chain} has none`,
    };
  try {
    return {
      kind: 'known',
      microUsd: costMicroUsd(
        await context.chains.gasCost(chain, gas, signal),
        coin.decimals,
        price,
      ),
    };
  } catch (cause) {
    if (signal.aborted) throw cause;
    context.log.warn('gas-price-unread', { chain });
    return { kind: 'unknown', reason: `what gas costs on ${chain} cannot be read now` };
  }
}

/** The most that the lane may add to the gas of transfers to the chain. */
export function subsidyLimits({ settings }: Pick<LaneSetup, 'settings'>, chain: ChainRef) {
  return subsidyOn(chain, settings.subsidisedChains, {
    perTransferMicroUsd: settings.maxSubsidyPerTransferMicroUsd,
    perDayMicroUsd: settings.dailySubsidyMicroUsd,
  });
}

/**
 * What the lane adds to a transfer whose gas costs more than its fee, as a charge to the
 * destination chain's daily budget, in millionths of a dollar; null if the fee covers the gas. A
 * fee without a price counts as zero. Refuses above the limit per transfer or per day. With
 * `agreed`, gas may have risen to a tenth above the fee since the quote, whatever the limit.
 */
export async function subsidyOf(
  setup: LaneSetup,
  chain: ChainRef,
  gas: GasCost,
  feeMicroUsd: bigint | null,
  agreed = false,
): Promise<RailOutcome<BudgetCharge | null>> {
  const { settings, inventory, context } = setup;
  if (gas.kind === 'unknown')
    return settings.unknownGas === 'allow'
      ? answer(null)
      : refuse('NO_ROUTE', `the float lane does not serve what it cannot cost: ${gas.reason}`);

  const subsidy = gas.microUsd - (feeMicroUsd ?? 0n);
  if (subsidy <= 0n) return answer(null);
  const { perTransferMicroUsd: most, perDayMicroUsd } = subsidyLimits(setup, chain);
  const tolerated = agreed ? ((feeMicroUsd ?? 0n) + 9n) / 10n : 0n;
  if (subsidy > most && subsidy > tolerated) {
    const adds = most === 0n ? 'nothing to gas' : `at most ${most} to one transfer`;
    return refuse(
      agreed ? 'PRICE_MOVED' : 'NO_ROUTE',
      `gas exceeds the fee by ${subsidy} micro-USD, and the float lane adds ${adds} towards ${chain}`,
    );
  }
  if (most === 0n) return answer(null);
  const charge = subsidyCharge(chain, subsidy, perDayMicroUsd);
  const spent = await inventory.spentToday(charge.budget);
  return spent + charge.units > charge.limit
    ? refuse('BUDGET_SPENT', charge.reason, { retryAfterMs: msUntilReset(context.clock.now()) })
    : answer(charge);
}

function subsidyCharge(chain: ChainRef, subsidy: bigint, limit: bigint): BudgetCharge {
  return {
    budget: subsidyBudget(chain),
    units: asUnits(subsidy),
    limit: asUnits(limit),
    reason: `today's gas subsidy of ${limit} micro-USD towards ${chain} is spent; it is whole again at midnight UTC`,
    isShared: true,
  };
}

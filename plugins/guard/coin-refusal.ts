import {
  callOf,
  type ChainRef,
  isNative,
  type Order,
  type Plan,
  type Refusal,
  refuse,
  type TokenRef,
  valueMicroUsd,
} from '@interline/kernel';
import { broken } from './plain-text.ts';
import { takenUnits } from './call-violation.ts';
import type { GuardHost } from './guard-settings.ts';

/**
 * How much more than the charge coin may be worth, in percent of the charge, because prices move
 * between a quote and its plan.
 */
const headroomPercent = 25n;

/**
 * At most two dollars more, or an order of any size could be used to extract a quarter of the
 * charge.
 */
const headroomMicroUsd = 2_000_000n;

/**
 * Refuses coin beside the order's amount that is worth more than the plan's whole charge: the
 * relayer pays it upfront, and the charge is all that the route brings for it, as far as the plan's
 * calls do not hand it over. Coin without a current price is not paid. Null if nothing is wrong.
 */
export async function coinRefusal(
  rail: string,
  plan: Plan,
  order: Order,
  host: GuardHost,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const fronted = [...new Set([order.lane.from, order.lane.to])]
    .map((chain) => ({ chain, beside: coinBeside(plan, order, chain) }))
    .filter(({ beside }) => beside > 0n);
  if (fronted.length === 0) return null;
  const charge = await worthOf(order.from, keptCharge(plan, order), host, signal);
  let carried = 0n;
  for (const { chain, beside } of fronted) {
    const coin = host.tokens.on(chain).find(isNative);
    const worth = coin === undefined ? null : await worthOf(coin, beside, host, signal);
    if (worth === null || charge === null)
      return refuse(
        'NO_ROUTE',
        `${rail} wants coin beside the amount, and there is no price to hold it against its charge`,
      );
    // A fraction of a millionth counts in full.
    carried += worth + 1n;
  }
  const covered = charge ?? 0n;
  const headroom = (covered * headroomPercent) / 100n;
  const most = covered + (headroom < headroomMicroUsd ? headroom : headroomMicroUsd);
  return carried > most
    ? refuse(
        'RAIL_FAULT',
        broken(
          rail,
          `its calls carry coin worth ${carried} micro-USD, above the ${most} that its charge may cover`,
        ),
      )
    : null;
}

/** The part of the plan's charge that its calls do not hand over. */
function keptCharge(plan: Plan, order: Order): bigint {
  const left = order.amount - takenUnits(plan);
  return left < plan.fee ? left : plan.fee;
}

function coinBeside({ steps }: Plan, { lane, from, amount }: Order, chain: ChainRef): bigint {
  const carried = steps
    .map(callOf)
    .filter((call) => call?.chain === chain)
    .reduce((sum, call) => sum + (call?.value ?? 0n), 0n);
  const own = chain === lane.from && isNative(from) ? amount : 0n;
  return carried > own ? carried - own : 0n;
}

/** In micro-USD, rounded down; null without a price, which is not the rail's fault. */
export async function worthOf(
  token: TokenRef,
  units: bigint,
  { price }: GuardHost,
  signal: AbortSignal,
): Promise<bigint | null> {
  try {
    const found = await price.priceOf(token, signal);
    return found === null ? null : valueMicroUsd(units, token.decimals, found);
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

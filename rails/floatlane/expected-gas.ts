import { type ChainRef, isNative, type Price, type QuoteRequest } from '@interline/plugins';
import type { LaneSetup } from './lane-setup.ts';

/**
 * Gas the lane expects to pay, on the high side: a Permit2 transfer of an ERC-20 into the float, a
 * token's payout to somebody who held none, a plain coin transfer. The EIP-2612 permit of a payer
 * who never approved Permit2 is not counted: nobody knows of it when quoting.
 */
const expectedGas = { pull: 120_000n, tokenPayout: 65_000n, nativePayout: 21_000n } as const;

export type GasCost =
  | { readonly kind: 'known'; readonly microUsd: bigint }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Pull and payout together, in millionths of a dollar, rounded up. */
export async function expectedGasCost(
  setup: LaneSetup,
  { lane, to }: Pick<QuoteRequest, 'lane' | 'to'>,
  signal: AbortSignal,
): Promise<GasCost> {
  const [pull, payout] = await Promise.all([
    gasCost(setup, lane.from, expectedGas.pull, signal),
    gasCost(
      setup,
      lane.to,
      isNative(to) ? expectedGas.nativePayout : expectedGas.tokenPayout,
      signal,
    ),
  ]);
  if (pull.kind === 'unknown') return pull;
  if (payout.kind === 'unknown') return payout;
  return { kind: 'known', microUsd: pull.microUsd + payout.microUsd };
}

async function gasCost(
  { context }: LaneSetup,
  chain: ChainRef,
  gas: bigint,
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
      microUsd: valueRoundedUp(
        await context.chains.gasCostWei(chain, gas, signal),
        coin.decimals,
        price,
      ),
    };
  } catch (cause) {
    if (signal.aborted) throw cause;
    context.log.warn('gas-price-unread', { chain });
    return { kind: 'unknown', reason: `the gas price of ${chain} cannot be read now` };
  }
}

function valueRoundedUp(wei: bigint, decimals: number, price: Price): bigint {
  const one = 10n ** BigInt(decimals);
  return (wei * price.microUsd + one - 1n) / one;
}

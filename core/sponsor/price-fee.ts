import {
  asUnits,
  type ChainRef,
  costMicroUsd,
  isNative,
  RelayError,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/kernel';
import type { SponsorPorts } from './ports.ts';

type Ports = Pick<SponsorPorts, 'price' | 'tokens'>;

/** Covers a rise of the price of gas until execution, and what failing calls cost others. */
const marginBps = 2_500n;

/**
 * The fee for gas that costs this much of the chain's coin, in the token's smallest units; rounded up.
 */
export async function feeFor(
  ports: Ports,
  token: TokenRef,
  cost: bigint,
  signal: AbortSignal,
): Promise<Units> {
  return worthIn(ports, token, (cost * (10_000n + marginBps) + 9_999n) / 10_000n, signal);
}

/**
 * Converts units of the chain's coin to units of the token, rounded up. Throws `CHAIN_UNREACHABLE` without
 * prices.
 */
export async function worthIn(
  { price, tokens }: Ports,
  token: TokenRef,
  coinUnits: bigint,
  signal: AbortSignal,
): Promise<Units> {
  const coin = coinOf(tokens, token.chain);
  const [ofToken, ofCoin] = await Promise.all(
    [token, coin].map((one) => price.priceOf(one, signal).catch(() => null)),
  );
  if (!ofToken || !ofCoin)
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain: token.chain },
      `there is no price of gas in ${token.symbol} now`,
    );
  return asUnits(
    unitsWorth(costMicroUsd(coinUnits, coin.decimals, ofCoin), token.decimals, ofToken),
  );
}

function coinOf(tokens: Ports['tokens'], chain: ChainRef): TokenRef {
  const coin = tokens.on(chain).find(isNative);
  if (coin === undefined)
    throw new RelayError('CHAIN_UNREACHABLE', { chain }, 'the coin of this chain is not listed');
  return coin;
}

/** The dollar tokens that the deployment lists on the chain. */
export function feeTokensOn(tokens: Ports['tokens'], chain: ChainRef): readonly TokenRef[] {
  return tokens.on(chain).filter((token) => !isNative(token) && token.asset === 'USD');
}

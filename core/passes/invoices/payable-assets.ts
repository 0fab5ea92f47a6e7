import {
  type ChainRef,
  isNative,
  isRelayError,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { DepositPort, PaymentAddressPort, PricePort } from '@interline/ports';
import {
  type AssetName,
  type DirectAsset,
  directAssets,
  dollarAssets,
  tokenOfAsset,
} from './products.ts';

interface Parts {
  readonly payments: Pick<PaymentAddressPort, 'chains' | 'isServed'>;
  readonly price: PricePort;
  readonly tokens: Pick<TokenList, 'on' | 'all'>;
  readonly deposits: Pick<DepositPort, 'chains'>;
  readonly lifetime: AbortSignal;
}

export interface PayableAsset {
  readonly name: AssetName;
  readonly token: TokenRef;
  /** Price of the whole token, in millionths of a dollar. */
  readonly microUsd: bigint;
}

/**
 * The assets that invoices accept now: those with a responsive chain on which payments can be
 * collected, and a price.
 */
export async function payableAssets(parts: Parts): Promise<readonly PayableAsset[]> {
  const direct = await Promise.all(directAssets.map((name) => payableAsset(parts, name)));
  const all = direct.filter((one) => one !== null);
  const bitcoin = bitcoinOf(parts);
  const hasDollars = dollarAssets.some((name) => all.some((one) => one.name === name));
  if (bitcoin === null || !hasDollars) return all;
  const found = await parts.price.priceOf(bitcoin, parts.lifetime).catch(() => null);
  return found === null ? all : [{ name: 'btc', token: bitcoin, microUsd: found.microUsd }, ...all];
}

/** The bitcoin that is deposited for `btc`; null if the deployment accepts no such deposits. */
export function bitcoinOf({
  tokens,
  deposits,
}: Pick<Parts, 'tokens' | 'deposits'>): TokenRef | null {
  return (
    tokens.all.find(
      (token) => token.asset === 'BTC' && isNative(token) && deposits.chains.includes(token.chain),
    ) ?? null
  );
}

/** The asset in which a deposit pays an invoice's address; null if none is payable now. */
export async function dollarAsset(parts: Parts): Promise<PayableAsset | null> {
  for (const name of dollarAssets) {
    const found = await payableAsset(parts, name);
    if (found !== null) return found;
  }
  return null;
}

/** Null if it is not payable now. */
export async function payableAsset(
  { payments, price, tokens, lifetime }: Parts,
  name: DirectAsset,
): Promise<PayableAsset | null> {
  const token = tokenOfAsset(tokens, name);
  if (token === null || !payments.chains.includes(token.chain)) return null;
  const [isServed, found] = await Promise.all([
    served(payments, token.chain, lifetime),
    price.priceOf(token, lifetime).catch(() => null),
  ]);
  return isServed && found !== null ? { name, token, microUsd: found.microUsd } : null;
}

async function served(
  payments: Parts['payments'],
  chain: ChainRef,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await payments.isServed(chain, signal);
  } catch (error) {
    if (isRelayError(error) && error.code === 'CHAIN_UNREACHABLE') return false;
    throw error;
  }
}

import { nativeAddress } from '@interline/kernel';
import type { BalanceLine, HorizonAccount, Ledger } from './horizon-shapes.ts';

export function lineOf(account: HorizonAccount, asset: string): BalanceLine | undefined {
  return account.balances.find((line) =>
    asset === nativeAddress
      ? line.asset_type === 'native'
      : `${line.asset_code ?? ''}:${line.asset_issuer ?? ''}` === asset,
  );
}

/**
 * The account's minimum balance in stroops: two base reserves, one for each entry, and one for each
 * reserve that it sponsors (CAP-33), such as that of a pending claimable balance.
 */
function reserveOf(
  { subentry_count, num_sponsoring, num_sponsored }: HorizonAccount,
  { base_reserve_in_stroops: base }: Pick<Ledger, 'base_reserve_in_stroops'>,
): bigint {
  return BigInt(2 + subentry_count + num_sponsoring - num_sponsored) * base;
}

/** Stroops that it can pay with; never negative. */
export function freeLumens(
  account: HorizonAccount,
  ledger: Pick<Ledger, 'base_reserve_in_stroops'>,
): bigint {
  const free = freeOf(account, nativeAddress) - reserveOf(account, ledger);
  return free > 0n ? free : 0n;
}

/**
 * What the account holds of an asset, less what its own offers promise; in stroops, reserves
 * included.
 */
export function freeOf(account: HorizonAccount, asset: string): bigint {
  const { balance = 0n, selling_liabilities: promised = 0n } = lineOf(account, asset) ?? {};
  return balance - promised;
}

import type * as z from 'zod';
import { type Deposit, hasLock, missingOf } from '@interline/core/transfer';
import { chainFamily, chainToWire, noUnits, type TokenRef, type Units } from '@interline/kernel';
import type { routeReceipt } from './schemas.ts';

type DepositWire = NonNullable<z.input<typeof routeReceipt>['deposit']>;

/**
 * The most parts that are listed: anyone can pay thousands, and their sum says what they are worth.
 */
const listedAtMost = 50;

/** What the deposit's address holds, without what was replaced or taken back. */
export function presentDeposit(
  deposit: Deposit,
  token: TokenRef,
  partCost: Units = noUnits,
): DepositWire {
  const { chain, address, agreed, refunds } = deposit;
  const standing = deposit.outputs.filter(({ isGone }) => !isGone);
  return {
    chain: chainToWire(chain),
    address,
    amount: agreed.toString(),
    ...(chainFamily(chain) === 'bip122' ? { uri: paymentUri(address, agreed, token) } : {}),
    confirmations: deposit.confirmations,
    lockedUntil: hasLock(deposit) ? deposit.lockedUntilMs : null,
    expiresAt: deposit.expiresAtMs,
    ...(partCost === 0n ? {} : { partCost: partCost.toString() }),
    refundAddress: deposit.refundAddress,
    seen: standing
      .toSorted((a, b) => Number(b.units - a.units))
      .slice(0, listedAtMost)
      .map(({ tx, units, confirmations }) => ({ tx, amount: units.toString(), confirmations })),
    total: {
      parts: standing.length,
      amount: standing.reduce((sum, { units }) => sum + units, 0n).toString(),
      missing: missingOf(deposit, partCost).toString(),
      confirmations: standing.reduce(
        (least, one) => Math.min(least, one.confirmations),
        standing[0]?.confirmations ?? 0,
      ),
    },
    refunds: refunds.map(({ units, fee, tx, state, reason }) => ({
      amount: units.toString(),
      refundFee: fee?.toString() ?? null,
      refundTx: tx,
      state,
      reason,
    })),
    ...(deposit.isLost ? { isLost: true } : {}),
  };
}

/** BIP-21: the amount in whole coins. */
export function paymentUri(
  address: string,
  units: bigint,
  { decimals }: Pick<TokenRef, 'decimals'>,
): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return `bitcoin:${address}?amount=${whole}${part === '' ? '' : `.${part}`}`;
}

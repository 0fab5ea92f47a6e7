import type {
  AccountBalance,
  ChainReconciled,
  ExportPage,
  HoldingState,
  Profit,
  Statement,
} from '@interline/core/books';
import { chainToWire, isEvmAddressShape, evmAddress, inDecimals } from '@interline/kernel';
import type * as z from 'zod';
import { checksummed } from '../server/present/present-address.ts';
import type {
  balanceAnswer,
  exportAnswer,
  reconcileAnswer,
  reconciliationAnswer,
  statementAnswer,
} from './schemas.ts';

export function presentBalances(
  balances: readonly AccountBalance[],
): z.input<typeof balanceAnswer> {
  return {
    accounts: balances.map(({ kind, chain, holder, token, symbol, decimals, units, ...rest }) => ({
      account: kind,
      chain: chainToWire(chain),
      holder: isEvmAddressShape(holder) ? checksummed(evmAddress(holder)) : holder,
      role: rest.ours?.role ?? null,
      former: rest.ours?.isFormer ?? false,
      unread: rest.isUnread,
      token,
      symbol,
      decimals,
      units: units.toString(),
    })),
    count: balances.length,
  };
}

export function presentStatement({
  fromDay,
  toDay,
  by,
  rows,
  groups,
  total,
}: Statement): z.input<typeof statementAnswer> {
  return {
    from: fromDay,
    to: toDay,
    by,
    rows: rows.map(({ group, kind, side, chain, token, symbol, decimals, units, microUsd }) => ({
      group,
      account: kind,
      chain: chainToWire(chain),
      token,
      symbol,
      side,
      units: units.toString(),
      amount: decimals === null ? null : inDecimals(units, decimals),
      usd: microUsd === null ? null : usdOf(microUsd),
    })),
    groups: groups.map(({ group, ...profit }) => ({ group, ...presentProfit(profit) })),
    total: presentProfit(total),
  };
}

function presentProfit({ profitMicroUsd, volumeMicroUsd, unpriced }: Profit) {
  return { profitUsd: usdOf(profitMicroUsd), volumeUsd: usdOf(volumeMicroUsd), unpriced };
}

/** Dollars with six decimals. */
export function usdOf(microUsd: bigint): string {
  const digits = (microUsd < 0n ? -microUsd : microUsd).toString().padStart(7, '0');
  return `${microUsd < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export function presentExport({ rows, next }: ExportPage): z.input<typeof exportAnswer> {
  return {
    rows: rows.map((row) => ({ ...row })),
    next: next === null ? null : `${next.atMs}:${next.id}`,
  };
}

export function presentReconciliation(
  states: readonly HoldingState[],
): z.input<typeof reconciliationAnswer> {
  return {
    holdings: states.map((one) => ({
      chain: chainToWire(one.book.chain),
      role: one.role,
      token: one.book.token,
      symbol: one.symbol,
      decimals: one.decimals,
      block: one.block,
      units: one.units.toString(),
      deficit: one.deficit.toString(),
      appeared:
        one.appeared === null
          ? null
          : { after: one.appeared.after, by: one.appeared.by, since: one.appeared.sinceMs },
      at: one.atMs,
    })),
    deficits: states.filter(({ deficit }) => deficit > 0n).length,
  };
}

export function presentReconciled(
  chains: readonly ChainReconciled[],
  states: readonly HoldingState[],
): z.input<typeof reconcileAnswer> {
  return {
    chains: chains.map(({ chain, outcome, block }) => ({
      chain: chainToWire(chain),
      outcome,
      block,
    })),
    ...presentReconciliation(states),
  };
}

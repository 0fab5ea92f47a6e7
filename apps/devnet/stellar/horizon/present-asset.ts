import type { LedgerState } from '../ledger/ledger-state.ts';
import { accountFlags, lineFlags, type TrustLineEntry } from '../ledger/ledger-entries.ts';
import { showStroops } from '../ledger/stroops.ts';
import { issuerOf, native } from '../operations/move-asset.ts';
import type { Paged } from './page.ts';

/** `asset_type` and, for what is not lumens, code and issuer; `prefix` as in `source_asset_`. */
export function assetFields(asset: string): Record<string, string> {
  if (asset === native) return { asset_type: native };
  const code = asset.slice(0, asset.indexOf(':'));
  return {
    asset_type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4',
    asset_code: code,
    asset_issuer: issuerOf(asset),
  };
}

export type AssetRow = { asset: string; lines: readonly TrustLineEntry[] };

/** The assets that some trustline or claimable balance names, by code, then issuer. */
export function assetsOf(state: LedgerState): AssetRow[] {
  const lines = new Map<string, TrustLineEntry[]>();
  for (const entry of state.entries()) {
    if (entry.kind === 'claimable' && entry.asset !== native)
      lines.set(entry.asset, lines.get(entry.asset) ?? []);
    if (entry.kind === 'trustline')
      lines.set(entry.asset, [...(lines.get(entry.asset) ?? []), entry]);
  }
  return [...lines]
    .map(([asset, held]) => ({ asset, lines: held }))
    .sort((a, b) => (assetToken(a) < assetToken(b) ? -1 : 1));
}

export function assetToken({ asset }: AssetRow): string {
  const { asset_type: type = '' } = assetFields(asset);
  return `${asset.replace(':', '_')}_${type}`;
}

export function presentAsset(row: AssetRow, state: LedgerState): Paged {
  const claimables = state
    .entries()
    .flatMap((entry) => (entry.kind === 'claimable' && entry.asset === row.asset ? [entry] : []));
  const issuer = state.account(issuerOf(row.asset));
  const authorized = row.lines.filter(({ flags }) => (flags & lineFlags.authorized) !== 0);
  const maintaining = row.lines.filter(
    ({ flags }) => (flags & lineFlags.maintainLiabilities) !== 0,
  );
  const neither = row.lines.filter(
    (line) => !authorized.includes(line) && !maintaining.includes(line),
  );
  const flags = issuer?.flags ?? 0;
  const fields = {
    ...assetFields(row.asset),
    paging_token: assetToken(row),
    num_claimable_balances: claimables.length,
    claimable_balances_amount: showStroops(sumOf(claimables.map(({ amount }) => amount))),
    accounts: {
      authorized: authorized.length,
      authorized_to_maintain_liabilities: maintaining.length,
      unauthorized: neither.length,
    },
    balances: {
      authorized: balanceOf(authorized),
      authorized_to_maintain_liabilities: balanceOf(maintaining),
      unauthorized: balanceOf(neither),
    },
    flags: {
      auth_required: (flags & accountFlags.required) !== 0,
      auth_revocable: (flags & accountFlags.revocable) !== 0,
      auth_immutable: (flags & accountFlags.immutable) !== 0,
      auth_clawback_enabled: (flags & accountFlags.clawback) !== 0,
    },
    _links: { toml: { href: issuer?.homeDomain ? `https://${issuer.homeDomain}` : '' } },
  };
  return fields;
}

function balanceOf(lines: readonly TrustLineEntry[]): string {
  return showStroops(sumOf(lines.map(({ balance }) => balance)));
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

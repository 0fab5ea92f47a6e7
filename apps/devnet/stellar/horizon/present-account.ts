import { StrKey } from '@stellar/stellar-sdk';
import { accountFlags, type AccountEntry, lineFlags } from '../ledger/ledger-entries.ts';
import type { LedgerState } from '../ledger/ledger-state.ts';
import { showStroops } from '../ledger/stroops.ts';
import { isoTime, linksOf } from './horizon-text.ts';
import { assetFields } from './present-asset.ts';
import { badRequest, notFound } from './problem.ts';

/** An account as Horizon shows it, its trustlines and data with it. */
export function presentAccount(state: LedgerState, id: string, base: string): object {
  if (!StrKey.isValidEd25519PublicKey(id)) throw badRequest('account_id', 'wanted a G address');
  const account = state.account(id);
  if (account === undefined) throw notFound(`account ${id}`);
  const own = state.entries();
  const lists = ['transactions', 'operations', 'payments', 'effects', 'offers', 'trades'];
  return {
    _links: {
      ...linksOf(`${base}/accounts/${id}`, lists),
      // Without this link the SDK makes no `data_attr`, and its check of SEP-29 throws.
      data: { href: `${base}/accounts/${id}/data/{key}`, templated: true },
    },
    id,
    account_id: id,
    paging_token: id,
    sequence: account.sequence.toString(),
    ...(account.sequenceLedger === 0
      ? {}
      : {
          sequence_ledger: account.sequenceLedger,
          sequence_time: account.sequenceTimeSec.toString(),
        }),
    subentry_count: account.subentries,
    ...(account.homeDomain === '' ? {} : { home_domain: account.homeDomain }),
    ...(account.inflationDestination === undefined
      ? {}
      : { inflation_destination: account.inflationDestination }),
    last_modified_ledger: account.modified,
    last_modified_time: isoTime(account.modifiedAtSec),
    thresholds: {
      low_threshold: account.thresholds.low,
      med_threshold: account.thresholds.medium,
      high_threshold: account.thresholds.high,
    },
    flags: flagsOf(account),
    balances: [
      ...own.flatMap((entry) =>
        entry.kind === 'trustline' && entry.account === id
          ? [
              {
                balance: showStroops(entry.balance),
                limit: showStroops(entry.limit),
                buying_liabilities: '0.0000000',
                selling_liabilities: '0.0000000',
                last_modified_ledger: entry.modified,
                is_authorized: (entry.flags & lineFlags.authorized) !== 0,
                is_authorized_to_maintain_liabilities:
                  (entry.flags & (lineFlags.authorized | lineFlags.maintainLiabilities)) !== 0,
                is_clawback_enabled: (entry.flags & lineFlags.clawback) !== 0,
                ...assetFields(entry.asset),
              },
            ]
          : [],
      ),
      {
        balance: showStroops(account.balance),
        buying_liabilities: '0.0000000',
        selling_liabilities: '0.0000000',
        asset_type: 'native',
      },
    ],
    signers: [...account.signers, { key: id, weight: account.masterWeight }].map((signer) => ({
      ...signer,
      type: 'ed25519_public_key',
    })),
    data: Object.fromEntries(
      own.flatMap((entry) =>
        entry.kind === 'data' && entry.account === id
          ? [[entry.name, entry.value.toString('base64')]]
          : [],
      ),
    ),
    num_sponsoring: account.sponsoring,
    num_sponsored: 0,
  };
}

function flagsOf({ flags }: AccountEntry): Record<string, boolean> {
  return {
    auth_required: (flags & accountFlags.required) !== 0,
    auth_revocable: (flags & accountFlags.revocable) !== 0,
    auth_immutable: (flags & accountFlags.immutable) !== 0,
    auth_clawback_enabled: (flags & accountFlags.clawback) !== 0,
  };
}

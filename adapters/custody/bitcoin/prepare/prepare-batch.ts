import { type AccountRole, RelayError, type TxFields } from '@interline/kernel';
import type { PreparedMerged } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { type PaidOutput, paymentOf } from '../bitcoin-tx-fields.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, type Formed, formTransaction } from './form-transaction.ts';
import { type Market, rateOf } from './market.ts';
import { preparedOf } from './prepare-payout.ts';

/**
 * One transaction that pays all groups, at the cap where inclusion costs more. Failed are groups that
 * could not be paid alone either. Throws `GAS_EXHAUSTED` where those that could do not fit together,
 * by their sum or their weight: the core then tries half of them. Throws `CHAIN_UNREACHABLE` while
 * the account's last transaction is in no block: its change is not spent before.
 */
export function prepareBatch(
  wallet: FloatWallet,
  role: AccountRole,
  groups: readonly (readonly TxFields[])[],
  purse: Purse,
  market: Market,
): PreparedMerged {
  const { chain } = wallet.settings;
  if (purse.entries.length > purse.confirmed)
    throw new RelayError('CHAIN_UNREACHABLE', { chain }, 'the last transaction waits for a block');
  const first = firstCoinOf(wallet, purse);
  const { rate } = rateOf(wallet, market);
  const form = (coin: OwnCoin, outputs: readonly PaidOutput[]): Formed =>
    formTransaction(wallet, {
      spineSlot: purse.confirmed,
      forced: [coin],
      others: purse.others,
      outputs,
      rate,
    });
  const outputsOf = (group: readonly TxFields[], index: number): readonly PaidOutput[] =>
    group.flatMap((call) => {
      const paid = paymentOf(call);
      return paid === null ? [] : [{ ...paid, group: index }];
    });

  if (first === null)
    throw new RelayError('GAS_EXHAUSTED', { chain }, 'the float has no confirmed coin');
  // Most often all fit; only then each is not tried alone.
  const all = form(first, groups.flatMap(outputsOf));
  const failed = all.ok
    ? []
    : groups.flatMap((group, index) => (form(first, outputsOf(group, 0)).ok ? [] : [index]));
  if (failed.length === groups.length) return { prepared: null, failed };
  const left = groups.filter((_group, index) => !failed.includes(index));
  const whole = failed.length === 0 ? all : form(first, left.flatMap(outputsOf));
  if (!whole.ok)
    throw new RelayError(
      'GAS_EXHAUSTED',
      { chain },
      whole.reason === 'too-heavy'
        ? `${left.length} payouts are more than one standard transaction holds`
        : `the confirmed coins do not pay ${left.length} payouts at once`,
    );
  const own = { purpose: 'batch', role, tx: whole.tx, expects: null } as const;
  return { prepared: preparedOf(wallet, purse, own), failed };
}

import { type AccountRole, RelayError, type TxFields } from '@interline/kernel';
import type { PreparedMerged } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { namedCoinsOf, type PaidOutput, paymentOf } from '../bitcoin-tx-fields.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, type Formed, formTransaction } from './form-transaction.ts';
import { type Market, rateOf } from './market.ts';
import { type NamedCoins, namedCoins } from './named-coins.ts';
import { preparedOf } from './prepare-payout.ts';

/**
 * Prepares one transaction that pays all groups, at the cap if inclusion costs more. A group fails
 * if the float cannot pay it alone, or if it refunds an unconfirmed coin. Throws `GAS_EXHAUSTED`
 * when the payable groups do not fit together, by sum or by weight; the core then tries half of
 * them. Throws `CHAIN_UNREACHABLE` while the account's last transaction is unconfirmed, because its
 * change is not spent before.
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
  const named = groups.map((group) => namedCoins(purse, group.flatMap(namedCoinsOf)));
  const isGone = (index: number): boolean => named[index]?.kind === 'gone';
  const form = (coin: OwnCoin, indices: readonly number[]): Formed => {
    const given = indices.map((index) => coinsIn(named[index]));
    return formTransaction(wallet, {
      spineSlot: purse.confirmed,
      forced: [coin, ...given.flat()],
      others: purse.others,
      outputs: indices.flatMap((index, group) => outputsOf(groups[index] ?? [], group)),
      rate,
      groupOf: new Map(
        given.flatMap((coins, group) => coins.map(({ outpoint }) => [outpoint, group] as const)),
      ),
    });
  };

  if (first === null)
    throw new RelayError('GAS_EXHAUSTED', { chain }, 'the float has no confirmed coin');
  const standing = [...groups.keys()].filter((index) => !isGone(index));
  // Usually all groups fit, and trying each one alone is not necessary.
  const all = form(first, standing);
  const failed = [...groups.keys()].filter(
    (index) => isGone(index) || (!all.ok && !form(first, [index]).ok),
  );
  if (failed.length === groups.length) return { prepared: null, failed };
  const left = standing.filter((index) => !failed.includes(index));
  const whole = left.length === standing.length ? all : form(first, left);
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

function outputsOf(group: readonly TxFields[], place: number): readonly PaidOutput[] {
  return group.flatMap((call) => {
    const paid = paymentOf(call);
    return paid === null ? [] : [{ ...paid, group: place }];
  });
}

function coinsIn(named: NamedCoins | undefined): readonly OwnCoin[] {
  return named?.kind === 'there' ? named.coins : [];
}

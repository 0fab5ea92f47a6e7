import { answer, type AccountRole, type RailOutcome, RelayError } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { OpenBitcoin } from '../bitcoin-chain.ts';
import { type Purse, spentCoins } from '../spine/read-spine.ts';
import { Transaction } from '../curve.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, formTransaction } from './form-transaction.ts';
import { type Market, rateOf } from './market.ts';
import { preparedOf } from './prepare-payout.ts';

/**
 * Pays the spine back to itself. Where a transaction of ours waits in the mempool it takes that one's
 * place: it spends the same coins and outbids it.
 */
export async function prepareNoop(
  open: OpenBitcoin,
  {
    role,
    purse,
    market,
  }: { readonly role: AccountRole; readonly purse: Purse; readonly market: Market },
  signal: AbortSignal,
): Promise<RailOutcome<readonly Prepared[]>> {
  const waiting = purse.entries[purse.confirmed];
  const { rate } = rateOf(open, market);
  const replaced = waiting === undefined ? null : await replacedOf(open, waiting.raw, signal);
  const first = replaced === null ? firstCoinOf(open, purse) : null;
  const forced = replaced?.coins ?? (first === null ? [] : [first]);
  if (forced.length === 0)
    throw new RelayError(
      'GAS_EXHAUSTED',
      { chain: open.settings.chain },
      'the float has no confirmed coin; fund its address',
    );
  const outbids =
    replaced === null ? undefined : { feeUnits: replaced.fee, incrementalRate: market.incremental };
  const formed = formTransaction(open, {
    spineSlot: purse.confirmed,
    forced,
    others: purse.others,
    outputs: [],
    rate,
    ...(outbids === undefined ? {} : { outbids }),
  });
  if (!formed.ok)
    throw new RelayError('GAS_EXHAUSTED', { chain: open.settings.chain }, 'the coin is too small');
  return answer([preparedOf(open, purse, { purpose: 'noop', role, tx: formed.tx, expects: null })]);
}

/** The coins that a waiting transaction spends, in its order, and its fee. */
async function replacedOf(
  open: OpenBitcoin,
  raw: string,
  signal: AbortSignal,
): Promise<{ readonly coins: readonly OwnCoin[]; readonly fee: bigint }> {
  const spent = await open.read(({ node }) => spentCoins(node, raw, signal), signal);
  const coins = spent.map(({ outpoint, units, script }): OwnCoin => {
    const own = open.ownAddress(script);
    if (own === undefined) throw new TypeError('a transaction of ours spends a coin of others');
    const { kind, path } = own;
    return {
      ...{ outpoint, units, script, kind, path },
      confirmations: 1,
      isChangeOfReplaceable: false,
    };
  });
  const { outs } = Transaction.fromHex(raw);
  const paid = outs.reduce((sum, { value }) => sum + value, 0n);
  return { coins, fee: spent.reduce((sum, { units }) => sum + units, 0n) - paid };
}

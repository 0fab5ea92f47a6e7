import { answer, type AccountRole, refuse, type RailOutcome, RelayError } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { Transaction } from '../curve.ts';
import { isAbove } from '../fees/fee-rate.ts';
import { type Purse, spentCoins } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, formTransaction } from './form-transaction.ts';
import { dearerOf, type Market, outbidding, perVbyte, rateOf } from './market.ts';
import { preparedOf } from './prepare-payout.ts';
import { readWaitingForm } from './waiting-form.ts';

/**
 * Pays the spine coin back to the spine. If a transaction of ours is in the mempool, the no-op
 * replaces it: it spends the same coins and outbids it, and is refused if the cap cannot pay for
 * that.
 */
export async function prepareNoop(
  wallet: FloatWallet,
  {
    role,
    purse,
    market,
  }: { readonly role: AccountRole; readonly purse: Purse; readonly market: Market },
  signal: AbortSignal,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, fees } = wallet.settings;
  const waiting = await readWaitingForm(wallet, purse, purse.confirmed, signal);
  const { rate } = rateOf(wallet, market);
  const replacedCoins = waiting === null ? null : await coinsOf(wallet, waiting.raw, signal);
  const first = replacedCoins === null ? firstCoinOf(wallet, purse) : null;
  const forced = replacedCoins ?? (first === null ? [] : [first]);
  if (forced.length === 0)
    throw new RelayError(
      'GAS_EXHAUSTED',
      { chain },
      'the float has no confirmed coin; fund its address',
    );
  const outbids =
    waiting === null || replacedCoins === null
      ? undefined
      : outbidding(dearerOf(feeOf(waiting.raw, replacedCoins), waiting.packageFee ?? 0n), market);
  const formed = formTransaction(wallet, {
    spineSlot: purse.confirmed,
    forced,
    others: purse.others,
    outputs: [],
    rate,
    ...(outbids === undefined ? {} : { outbids }),
  });
  if (!formed.ok) throw new RelayError('GAS_EXHAUSTED', { chain }, 'the coin is too small');
  if (isAbove(fees.cap, formed.tx))
    return refuse(
      'GAS_CEILING',
      `to outbid what waits takes ${formed.tx.maxFeeRate} sats per vbyte, and our cap is ${perVbyte(fees.cap)}`,
    );
  return answer([
    preparedOf(wallet, purse, { purpose: 'noop', role, tx: formed.tx, expects: null }),
  ]);
}

/** The fee in sats of a transaction that spends these coins. */
function feeOf(raw: string, coins: readonly OwnCoin[]): bigint {
  const spent = coins.reduce((sum, { units }) => sum + units, 0n);
  return Transaction.fromHex(raw).outs.reduce((left, { value }) => left - value, spent);
}

/** The coins that an unconfirmed transaction spends, in input order. */
async function coinsOf(
  wallet: FloatWallet,
  raw: string,
  signal: AbortSignal,
): Promise<readonly OwnCoin[]> {
  const spent = await wallet.read(({ node }) => spentCoins(node, raw, signal), signal);
  return spent.map(({ outpoint, units, script }): OwnCoin => {
    const own = wallet.ownAddress(script);
    if (own === undefined) throw new TypeError('a transaction of ours spends a coin of others');
    const { kind, path } = own;
    return {
      outpoint,
      units,
      script,
      kind,
      path,
      confirmations: 1,
      isChangeOfReplaceable: false,
    };
  });
}

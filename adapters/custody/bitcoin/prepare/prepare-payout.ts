import { answer, asUnits, nativeAddress, type RailOutcome, refuse } from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { BitcoinTxFields } from '../bitcoin-tx-fields.ts';
import { dustThreshold, type OwnScriptKind, type ScriptHex } from '../coins/output-script.ts';
import { inputWeight, transactionWeight, vsizeOf } from '../coins/transaction-weight.ts';
import { feeAt, type FeeRate } from '../fees/fee-rate.ts';
import { unreachable } from '../node/node-access.ts';
import { type Outpoint, outpointOf } from '../outpoint.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, formTransaction } from './form-transaction.ts';
import { type Market, perVbyte, rateOf } from './market.ts';
import { namedCoins } from './named-coins.ts';

type PayoutRequest = Extract<TransactionRequest, { kind: 'payout' }>;

/**
 * A payout or refund that waits for the account's next transaction. Its gas is what it would need
 * alone: an upper bound of its share.
 */
export function preparePayout(
  wallet: FloatWallet,
  { purpose, role, token, to, units, spends = [] }: PayoutRequest,
  purse: Purse,
  market: Market,
): RailOutcome<readonly Prepared[]> {
  const { chain, network } = wallet.settings;
  if (token !== nativeAddress)
    return refuse('SIMULATION_FAILED', `${chain} has no token but its coin; name it native`);
  const script = wallet.scriptOf(to);
  if (script === null)
    return refuse('SIMULATION_FAILED', `the recipient is not a ${network} Bitcoin address`);
  if (script === wallet.spine.script || script === wallet.funding.script)
    return refuse('SIMULATION_FAILED', 'the recipient is an address of our own float');
  const dust = dustThreshold(script);
  if (units < dust)
    return refuse(
      'SIMULATION_FAILED',
      `nodes relay no output below ${dust} sats to such an address, and the ${purpose} is of ${units}`,
    );
  const { rate, by } = rateOf(wallet, market);
  if (by === 'cap')
    return refuse(
      'GAS_CEILING',
      `inclusion costs more than our cap of ${perVbyte(rate)} sats per vbyte now; try again later`,
    );

  const named = spends.map(({ tx, output }) => outpointOf(tx, output));
  const standing = namedCoins(purse, named);
  if (standing.kind === 'gone')
    throw unreachable(chain, `coins that the ${purpose} gives back are in no block`);
  const coins = willBeSpendable(wallet, purse);
  const formedOf = (spendable: readonly OwnCoin[], paid: bigint) =>
    formTransaction(wallet, {
      spineSlot: purse.entries.length,
      forced: [...spendable.slice(0, 1), ...standing.coins],
      others: spendable.slice(1),
      outputs: [{ to, units: asUnits(paid), group: 0 }],
      rate,
    });
  const least = leastCost(wallet, { first: coins[0], named, script, rate });
  const whole = formedOf(coins, units);
  // A refund of coins pays for itself: with its cost deducted it needs no other coin.
  const formed = whole.ok || units <= least.whole ? whole : formedOf(coins, units - least.whole);
  if (!formed.ok || coins.length === 0 || (named.length === 0 && !whole.ok)) {
    // A reorg can return our coins to the mempool. The payout waits until they confirm.
    const waiting = purse.others.filter(({ confirmations }) => confirmations === 0);
    if (waiting.length > 0 && formedOf([...coins, ...waiting.map(asConfirmed)], units).ok)
      throw unreachable(chain, 'coins of the float wait for a block');
    return refuse(
      'INSUFFICIENT_FLOAT',
      !whole.ok && whole.reason === 'too-heavy'
        ? `our ${role} has its coins in too many parts for a ${purpose} of ${units}: what one transaction holds of them pays ${whole.most} now`
        : `our ${role} holds too little for the ${purpose} now`,
    );
  }
  const { gasLimit, maxFeeRate, fee } = formed.tx;
  const isAllThere = standing.coins.length === named.length;
  const forNamed = {
    nextBlockCost: isAllThere || fee < least.whole ? least.whole : fee,
    namedCost: least.named,
  };
  return answer([
    preparedOf(wallet, purse, {
      ...(named.length === 0
        ? { nextBlockCost: fee, coinsCost: costOfFurther(coins, formed.tx, rate) }
        : forNamed),
      // The coin that the next transaction spends first.
      leastLeft: dustThreshold(wallet.spine.script),
      purpose,
      role,
      tx: {
        value: units,
        gasLimit,
        maxFeeRate,
        tip: 0n,
        to,
        ...(named.length === 0 ? {} : { spends: named }),
      },
      expects: { token, from: wallet.accountAddress, to, units },
    }),
  ]);
}

/** The fields that all prepared transactions share. */
export function preparedOf(
  wallet: FloatWallet,
  { tip, entries }: Pick<Purse, 'tip' | 'entries'>,
  own: Pick<
    Prepared,
    | 'purpose'
    | 'role'
    | 'tx'
    | 'expects'
    | 'nextBlockCost'
    | 'coinsCost'
    | 'namedCost'
    | 'leastLeft'
  >,
): Prepared {
  return {
    ...own,
    chain: wallet.settings.chain,
    account: wallet.accountAddress,
    block: tip.height,
    slotsTaken: entries.length,
  };
}

/** The cost with only the first and the named inputs, and the named inputs' part of it. */
function leastCost(
  { spine }: Pick<FloatWallet, 'spine'>,
  {
    first,
    named,
    script,
    rate,
  }: {
    readonly first: OwnCoin | undefined;
    readonly named: readonly Outpoint[];
    readonly script: ScriptHex;
    readonly rate: FeeRate;
  },
): { readonly whole: bigint; readonly named: bigint } {
  const costWith = (count: number): bigint => {
    const kinds = [first?.kind ?? 'p2tr', ...Array<OwnScriptKind>(count).fill('p2tr')];
    return feeAt(rate, vsizeOf(transactionWeight(kinds, [script, spine.script])));
  };
  const whole = costWith(named.length);
  return { whole, named: whole - costWith(0) };
}

/** The part of the fee that pays for the inputs after the first. */
function costOfFurther(
  coins: readonly OwnCoin[],
  { inputs }: Pick<BitcoinTxFields, 'inputs'>,
  rate: FeeRate,
): bigint {
  const further = new Set(inputs.slice(1).map(({ outpoint }) => outpoint));
  const weight = coins
    .filter(({ outpoint }) => further.has(outpoint))
    .reduce((sum, { kind }) => sum + inputWeight[kind], 0);
  return feeAt(rate, vsizeOf(weight));
}

function asConfirmed(coin: OwnCoin): OwnCoin {
  return { ...coin, confirmations: 1, isChangeOfReplaceable: false };
}

/** Includes what our own transaction in the mempool leaves: the next one waits for it. */
function willBeSpendable(wallet: FloatWallet, purse: Purse): readonly OwnCoin[] {
  const deep = purse.others.filter(({ confirmations }) => confirmations > 0);
  if (purse.spineCoin !== null) return [asConfirmed(purse.spineCoin), ...deep];
  const first = firstCoinOf(wallet, purse);
  return first === null ? [] : [first, ...deep.filter((one) => one !== first)];
}

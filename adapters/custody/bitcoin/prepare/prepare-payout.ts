import { answer, nativeAddress, type RailOutcome, refuse } from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { BitcoinTxFields } from '../bitcoin-tx-fields.ts';
import { dustThreshold } from '../coins/output-script.ts';
import { inputWeight, vsizeOf } from '../coins/transaction-weight.ts';
import { feeAt, type FeeRate } from '../fees/fee-rate.ts';
import { unreachable } from '../node/node-access.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { firstCoinOf, formTransaction } from './form-transaction.ts';
import { type Market, perVbyte, rateOf } from './market.ts';

type PayoutRequest = Extract<TransactionRequest, { kind: 'payout' }>;

/**
 * A payout or refund that will wait for the next transaction of the account. Its gas is what it would
 * take alone: an upper bound of its share.
 */
export function preparePayout(
  wallet: FloatWallet,
  { purpose, role, token, to, units }: PayoutRequest,
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
  const least = dustThreshold(script);
  if (units < least)
    return refuse(
      'SIMULATION_FAILED',
      `nodes relay no output below ${least} sats to such an address, and the ${purpose} is of ${units}`,
    );
  const { rate, by } = rateOf(wallet, market);
  if (by === 'cap')
    return refuse(
      'GAS_CEILING',
      `inclusion costs more than our cap of ${perVbyte(rate)} sats per vbyte now; try again later`,
    );

  const formedOf = (coins: readonly OwnCoin[]) =>
    formTransaction(wallet, {
      spineSlot: purse.entries.length,
      forced: coins.slice(0, 1),
      others: coins.slice(1),
      outputs: [{ to, units, group: 0 }],
      rate,
    });
  const coins = willBeSpendable(wallet, purse);
  const formed = formedOf(coins);
  if (!formed.ok || coins.length === 0) {
    // A reorg can put coins of ours back into the mempool: the payout waits for them.
    const waiting = purse.others.filter(({ confirmations }) => confirmations === 0);
    if (waiting.length > 0 && formedOf([...coins, ...waiting.map(asConfirmed)]).ok)
      throw unreachable(chain, 'coins of the float wait for a block');
    return refuse('INSUFFICIENT_FLOAT', `our ${role} holds too little for the ${purpose} now`);
  }
  const { gasLimit, maxFeeRate, fee } = formed.tx;
  return answer([
    preparedOf(wallet, purse, {
      nextBlockCost: fee,
      coinsCost: costOfFurther(coins, formed.tx, rate),
      purpose,
      role,
      tx: { value: units, gasLimit, maxFeeRate, tip: 0n, to },
      expects: { token, from: wallet.accountAddress, to, units },
    }),
  ]);
}

/** What is common to all that is prepared here. */
export function preparedOf(
  wallet: FloatWallet,
  { tip, entries }: Pick<Purse, 'tip' | 'entries'>,
  own: Pick<Prepared, 'purpose' | 'role' | 'tx' | 'expects' | 'nextBlockCost' | 'coinsCost'>,
): Prepared {
  return {
    ...own,
    chain: wallet.settings.chain,
    account: wallet.accountAddress,
    block: tip.height,
    slotsTaken: entries.length,
  };
}

/** What of its fee is for the inputs after the first. */
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

/** With what our own transaction in the mempool leaves: the next one waits for it. */
function willBeSpendable(wallet: FloatWallet, purse: Purse): readonly OwnCoin[] {
  const deep = purse.others.filter(({ confirmations }) => confirmations > 0);
  if (purse.spineCoin !== null) return [asConfirmed(purse.spineCoin), ...deep];
  const first = firstCoinOf(wallet, purse);
  return first === null ? [] : [first, ...deep.filter((one) => one !== first)];
}

import type { FloatWallet } from '../float-wallet.ts';
import type { BitcoinTxFields, PaidOutput } from '../bitcoin-tx-fields.ts';
import type { FeeRate } from '../fees/fee-rate.ts';
import { type CoinsLacking, type Outbids, selectCoins } from '../coins/select-coins.ts';
import type { Outpoint } from '../outpoint.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';

export type Formed = { readonly ok: true; readonly tx: BitcoinTxFields } | CoinsLacking;

export interface Forming {
  readonly spineSlot: number;
  /** Always spent, the spine coin first. */
  readonly forced: readonly OwnCoin[];
  /** Confirmed coins that coin selection may add. */
  readonly others: readonly OwnCoin[];
  readonly outputs: readonly PaidOutput[];
  readonly rate: FeeRate;
  readonly outbids?: Outbids;
  /** For each forced coin that a group refunds, the group's index. */
  readonly groupOf?: ReadonlyMap<Outpoint, number>;
}

/**
 * Builds the transaction that spends the spine coin first and leaves the next one as its last
 * output.
 */
export function formTransaction(wallet: FloatWallet, forming: Forming): Formed {
  const { spineSlot, forced, others, outputs, rate, outbids, groupOf } = forming;
  const chosen = selectCoins({
    coins: others,
    targets: outputs.map(({ to, units }) => {
      const script = wallet.scriptOf(to);
      if (script === null) throw new TypeError('an output goes to no address of this network');
      return { script, units };
    }),
    rate,
    changeScript: wallet.spine.script,
    forced,
    needsChange: true,
    ...(outbids === undefined ? {} : { outbids }),
  });
  if (!chosen.ok) return chosen;
  const { inputs, change, feeUnits, vsize } = chosen.value;
  if (change === null) throw new Error('a transaction of the spine was formed without its change');
  return {
    ok: true,
    tx: {
      value: outputs.reduce((sum, { units }) => sum + units, 0n),
      gasLimit: BigInt(vsize),
      maxFeeRate: (feeUnits + BigInt(vsize) - 1n) / BigInt(vsize),
      tip: 0n,
      spineSlot,
      inputs: inputs.map(({ outpoint, units, path }) => {
        const group = groupOf?.get(outpoint);
        return { outpoint, units, path, ...(group === undefined ? {} : { group }) };
      }),
      outputs,
      change: change.units,
      fee: feeUnits,
    },
  };
}

/**
 * The coin that the next transaction spends first: the spine coin, or before the spine exists the
 * largest confirmed funding coin, from which the spine is found later. Null while that coin is
 * unconfirmed.
 */
export function firstCoinOf(
  { funding }: Pick<FloatWallet, 'funding'>,
  { entries, spineCoin, others }: Pick<Purse, 'entries' | 'spineCoin' | 'others'>,
): OwnCoin | null {
  if (entries.length > 0)
    return spineCoin !== null && spineCoin.confirmations > 0 ? spineCoin : null;
  return others
    .filter(({ path, confirmations }) => path === funding.path && confirmations > 0)
    .reduce<OwnCoin | null>(
      (most, one) => (most === null || one.units > most.units ? one : most),
      null,
    );
}

import { nativeAddress, type Transaction, unplaced } from '@interline/kernel';
import type {
  ChainReading,
  MinedReading,
  TransactionReading,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { bitcoinTx } from '../bitcoin-tx-fields.ts';
import type { SpineEntry } from '../spine/spine-of.ts';
import type { ReadSpine, SpineReading } from '../spine/read-spine.ts';

/**
 * What became of each slot, by the spine of the first node; a transaction counts as mined where
 * enough nodes show it in the same block, and is owed while fewer do.
 */
export async function observe(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  const readings = await wallet.readEach((at) => readSpine(at, signal), signal);
  const [read] = readings;
  if (read === undefined) throw new Error('enough nodes have answered, and none is there');
  const shown = (entry: SpineEntry): boolean => showing(readings, entry) >= wallet.enough;
  const tips = readings.map(({ tip }) => tip).toSorted((a, b) => b.height - a.height);
  const reached = tips[wallet.enough - 1] ?? read.tip;
  return {
    chain: wallet.settings.chain,
    block: reached.height,
    head: read.tip.height,
    timestampSec: reached.medianTimeSec,
    transactions: watched.map((one) => readingOf(wallet, one, read, shown)),
  };
}

/** How many nodes have the same transaction in the same block. */
export function showing(readings: readonly SpineReading[], entry: SpineEntry): number {
  return readings.filter(({ entries }) => {
    const other = entries[entry.slot];
    return other?.txid === entry.txid && other.block?.hash === entry.block?.hash;
  }).length;
}

function readingOf(
  wallet: FloatWallet,
  { transaction, forms }: WatchedTransaction,
  { entries, confirmed }: SpineReading,
  shown: (entry: SpineEntry) => boolean,
): TransactionReading {
  const { id, slot } = transaction;
  const entry = slot === unplaced || slot >= confirmed ? undefined : entries[slot];
  const form = forms.find(({ hash }) => hash === entry?.txid);
  const found = entry !== undefined && form !== undefined ? { entry, form } : null;
  const isShown = found !== null && shown(found.entry);
  return {
    transactionId: id,
    mined: found !== null && isShown ? minedOf(wallet, transaction, found.form, found.entry) : null,
    isSlotTaken: entry !== undefined,
    receiptOwed: found !== null && !isShown ? found.form.hash : null,
  };
}

function minedOf(
  { accountAddress }: FloatWallet,
  { multicall }: Pick<Transaction, 'multicall'>,
  form: WatchedForm,
  { block }: SpineEntry,
): MinedReading | null {
  if (block === null) return null;
  const { fee, gasLimit, outputs } = bitcoinTx(form.tx);
  const whole = { gasUsed: gasLimit, gasCost: fee };
  const seen = outputs.map(({ to, units, group }, logIndex) => ({
    group,
    transfer: { token: nativeAddress, from: accountAddress, to, units, logIndex },
  }));
  const at = { hash: form.hash, block: block.height, blockHash: block.hash, isSuccess: true };
  const carried = multicall?.carried ?? null;
  if (carried === null) return { ...at, ...whole, transfers: seen.map(({ transfer }) => transfer) };
  return {
    ...at,
    gasUsed: shareOf(gasLimit, carried),
    gasCost: shareOf(fee, carried),
    multicall: { ...whole, failedGroups: [] },
    transfers: seen.filter(({ group }) => group === carried.group).map(({ transfer }) => transfer),
  };
}

/** Equal parts that sum to the whole: what does not divide goes to the first ones. */
function shareOf(
  whole: bigint,
  { group, of }: { readonly group: number; readonly of: number },
): bigint {
  const parts = BigInt(of);
  return whole / parts + (BigInt(group) < whole % parts ? 1n : 0n);
}

import { nativeAddress, type Transaction, unplaced } from '@interline/kernel';
import type {
  ChainReading,
  MinedReading,
  TransactionReading,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { bitcoinTx, type BitcoinTxFields } from '../bitcoin-tx-fields.ts';
import { inputWeight } from '../coins/transaction-weight.ts';
import type { ChainTip } from '../node/bitcoin-node.ts';
import type { SpineEntry } from '../spine/spine-of.ts';
import type { ReadSpine, SpineReading } from '../spine/read-spine.ts';

/**
 * What became of each slot. A transaction is mined when enough nodes show it in the same block, and
 * pending while fewer do. A slot is free when enough nodes at or above that block show it free; a
 * node further back may not know yet what took the slot.
 */
export async function observe(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  const readings = await wallet.readAlike(
    (at) => readSpine(at, signal),
    ({ tip, entries }) => [tip.hash, ...entries.map(({ txid }) => txid)].join(),
    signal,
  );
  const { current, reached } = inStep(readings, wallet.enough);
  return {
    chain: wallet.settings.chain,
    block: reached.height,
    head: Math.max(...current.map(({ tip }) => tip.height)),
    timestampSec: reached.medianTimeSec,
    transactions: watched.map((one) => readingOf(wallet, one, readings, current)),
  };
}

/**
 * The newest tip that enough nodes have reached, and the readings of the nodes that have reached
 * it.
 */
export function inStep(
  readings: readonly SpineReading[],
  enough: number,
): { readonly current: readonly SpineReading[]; readonly reached: ChainTip } {
  const tips = readings.map(({ tip }) => tip).toSorted((a, b) => b.height - a.height);
  const reached = tips[enough - 1] ?? tips.at(-1);
  if (reached === undefined) throw new RangeError('no node was read');
  return { reached, current: readings.filter(({ tip }) => tip.height >= reached.height) };
}

/** How many nodes show the same transaction in the same block. */
export function showing(readings: readonly SpineReading[], entry: SpineEntry): number {
  return readings.filter(({ entries }) => {
    const other = entries[entry.slot];
    return other?.txid === entry.txid && other.block?.hash === entry.block?.hash;
  }).length;
}

function readingOf(
  wallet: FloatWallet,
  { transaction, forms }: WatchedTransaction,
  readings: readonly SpineReading[],
  current: readonly SpineReading[],
): TransactionReading {
  const { id, slot } = transaction;
  const shown = current.flatMap(({ entries, confirmed }) => {
    const entry = slot === unplaced || slot >= confirmed ? undefined : entries[slot];
    return entry === undefined ? [] : [entry];
  });
  const formOf = (entry: SpineEntry) => forms.find(({ hash }) => hash === entry.txid);
  const agreed = shown.find((entry) => showing(readings, entry) >= wallet.enough);
  const form = agreed && formOf(agreed);
  const owed =
    agreed === undefined ? shown.map(formOf).find((one) => one !== undefined) : undefined;
  return {
    transactionId: id,
    mined: agreed && form ? minedOf(wallet, transaction, form, agreed) : null,
    isSlotTaken: agreed !== undefined || current.length - shown.length < wallet.enough,
    receiptOwed: owed?.hash ?? null,
  };
}

function minedOf(
  { accountAddress }: FloatWallet,
  { multicall }: Pick<Transaction, 'multicall'>,
  form: WatchedForm,
  { block }: SpineEntry,
): MinedReading | null {
  if (block === null) return null;
  const tx = bitcoinTx(form.tx);
  const { fee, gasLimit, outputs } = tx;
  const whole = { gasUsed: gasLimit, gasCost: fee };
  const seen = outputs.map(({ to, units, group }, logIndex) => ({
    group,
    transfer: { token: nativeAddress, from: accountAddress, to, units, logIndex },
  }));
  const at = { hash: form.hash, block: block.height, blockHash: block.hash, isSuccess: true };
  const carried = multicall?.carried ?? null;
  if (carried === null) return { ...at, ...whole, transfers: seen.map(({ transfer }) => transfer) };
  // A form made after a reorg leaves out groups that refund a removed coin.
  const failedGroups = Array.from({ length: carried.of }, (_, group) => group).filter(
    (group) => !seen.some((one) => one.group === group),
  );
  return {
    ...at,
    isSuccess: !failedGroups.includes(carried.group),
    gasUsed: shareOf(gasLimit, carried, tx),
    gasCost: shareOf(fee, carried, tx),
    multicall: { ...whole, failedGroups },
    transfers: seen.filter(({ group }) => group === carried.group).map(({ transfer }) => transfer),
  };
}

/**
 * Splits the fee exactly. Each group bears the cost of the coins it refunds and an equal share of
 * the rest; the remainder of the division goes to the first groups.
 */
function shareOf(
  whole: bigint,
  { group, of }: { readonly group: number; readonly of: number },
  { inputs, gasLimit }: Pick<BitcoinTxFields, 'inputs' | 'gasLimit'>,
): bigint {
  const forCoins = (count: number): bigint =>
    (whole * BigInt(count * inputWeight.p2tr)) / (4n * gasLimit);
  const named = Map.groupBy(
    inputs.flatMap((one) => one.group ?? []),
    (one) => one,
  );
  const forAll = [...named.values()].reduce((sum, { length }) => sum + forCoins(length), 0n);
  const [rest, parts] = [whole - forAll, BigInt(of)];
  const equal = rest / parts + (BigInt(group) < rest % parts ? 1n : 0n);
  return equal + forCoins(named.get(group)?.length ?? 0);
}

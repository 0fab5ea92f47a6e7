import { type Address, nativeAddress } from '@interline/kernel';
import type {
  AccountHistory,
  AccountTransaction,
  HistorySearch,
  OnChainCall,
  SlotConsumer,
} from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { BitcoinTxFields } from '../bitcoin-tx-fields.ts';
import { Transaction } from '../curve.ts';
import { hexOf, type SpineEntry } from '../spine/spine-of.ts';
import { type ReadSpine, spentCoins, type SpineReading } from '../spine/read-spine.ts';
import { showing } from './observe.ts';

/** The decoded transactions in these slots, as far as enough nodes agree on them. */
export async function accountHistory(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  { slots }: HistorySearch,
  signal: AbortSignal,
): Promise<AccountHistory> {
  const transactions: AccountTransaction[] = [];
  for (const slot of slots) {
    const found = await consumerIn(wallet, readSpine, slot, signal);
    if (found.kind === 'unseen') return { transactions, unseen: { slot, reason: found.reason } };
    try {
      transactions.push(await decoded(wallet, found.entry, found.head, signal));
    } catch {
      return { transactions, unseen: { slot, reason: 'node-silent' } };
    }
  }
  return { transactions, unseen: null };
}

/** The spine's transaction in the slot, made by us or by another holder of the keys. */
export async function slotConsumer(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  slot: number,
  signal: AbortSignal,
): Promise<SlotConsumer> {
  const found = await consumerIn(wallet, readSpine, slot, signal);
  if (found.kind === 'unseen') return { ...found, range: null };
  const { entry, head } = found;
  return { kind: 'found', hash: entry.txid, block: entry.block.height, head };
}

type MinedEntry = SpineEntry & { readonly block: NonNullable<SpineEntry['block']> };

type Found =
  | { readonly kind: 'found'; readonly entry: MinedEntry; readonly head: number }
  | {
      readonly kind: 'unseen';
      readonly reason: 'node-silent' | 'nodes-disagree' | 'not-in-range';
    };

async function consumerIn(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  slot: number,
  signal: AbortSignal,
): Promise<Found> {
  let readings: readonly SpineReading[];
  try {
    readings = await wallet.readEach((at) => readSpine(at, signal), signal);
  } catch {
    return { kind: 'unseen', reason: 'node-silent' };
  }
  const shown = readings.flatMap(({ entries }) => {
    const entry = entries[slot];
    return entry === undefined || entry.block === null ? [] : [{ ...entry, block: entry.block }];
  });
  const [entry] = shown;
  if (entry === undefined) return { kind: 'unseen', reason: 'not-in-range' };
  const isContradicted = shown.some(({ txid }) => txid !== entry.txid);
  if (isContradicted || showing(readings, entry) < wallet.enough)
    return { kind: 'unseen', reason: 'nodes-disagree' };
  const heads = readings
    .filter(({ entries }) => entries[slot]?.txid === entry.txid)
    .map(({ tip }) => tip.height);
  return { kind: 'found', entry, head: Math.min(...heads) };
}

async function decoded(
  wallet: FloatWallet,
  { slot, txid, raw, block, coin }: MinedEntry,
  head: number,
  signal: AbortSignal,
): Promise<AccountTransaction> {
  const { spine, accountAddress } = wallet;
  await wallet.bookedCoins();
  const spent = await wallet.read(({ node }) => spentCoins(node, raw, signal), signal);
  const transaction = Transaction.fromHex(raw);
  const paid = transaction.outs
    .filter(({ script }) => hexOf(script) !== spine.script)
    .map(({ script, value }, group) => ({ to: wallet.addressOf(script), units: value, group }));
  const inSum = spent.reduce((sum, { units }) => sum + units, 0n);
  const fee = inSum - transaction.outs.reduce((sum, { value }) => sum + value, 0n);
  const vsize = BigInt(transaction.virtualSize());
  const inputs = spent.flatMap(({ outpoint, units, script }) => {
    const own = wallet.ownAddress(script);
    return own === undefined ? [] : [{ outpoint, units, path: own.path }];
  });
  const tx: BitcoinTxFields = {
    value: paid.reduce((sum, { units }) => sum + units, 0n),
    gasLimit: vsize,
    maxFeeRate: (fee + vsize - 1n) / vsize,
    tip: 0n,
    spineSlot: slot,
    inputs,
    outputs: paid,
    change: coin.units,
    fee,
  };
  return {
    slot,
    hash: txid,
    block: block.height,
    blockHash: block.hash,
    timestampSec: block.timeSec,
    head,
    isSuccess: true,
    gasCost: fee,
    // A transaction that also spends coins of others is not one that we make.
    form: inputs.length === spent.length ? { raw, tx } : null,
    calls: paid.map(callOf),
    groups: paid.length,
    transfers: paid.map(({ to, units }, logIndex) => ({
      token: nativeAddress,
      from: accountAddress,
      to,
      units,
      logIndex,
    })),
  };
}

function callOf(output: {
  readonly to: Address;
  readonly units: bigint;
  readonly group: number;
}): OnChainCall {
  const { to, units, group } = output;
  const does = { kind: 'payment', token: nativeAddress, to, units } as const;
  return { to, data: '0x', value: units, group, isSuccess: true, does };
}

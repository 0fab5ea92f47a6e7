import type { FloatWallet, OpenNode } from '../float-wallet.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { Transaction } from '../curve.ts';
import { unreachable } from '../node/node-access.ts';
import type { BitcoinNode, ChainTip } from '../node/bitcoin-node.ts';
import { type Outpoint, outpointOf } from '../outpoint.ts';
import { sharedReading } from '../shared-reading.ts';
import { hexOf, type SpineBase, type SpineEntry, spineOf, txidOf } from './spine-of.ts';

/** The float's spine as one node shows it at one tip. */
export interface SpineReading {
  readonly readBy: number;
  readonly tip: ChainTip;
  /** Ordered by slot without a gap; the confirmed entries come first. */
  readonly entries: readonly SpineEntry[];
  /** How many of them are in blocks. */
  readonly confirmed: number;
}

/**
 * Reads the spine. It caches each node's chain, so that a further reading fetches only new entries;
 * concurrent callers share one.
 */
export type ReadSpine = (at: OpenNode, signal: AbortSignal) => Promise<SpineReading>;

/** Entries deeper than this are kept as long as their last block is in the chain. */
const keptBelow = 144;

export function spineReader(wallet: FloatWallet): ReadSpine {
  const { spine, funding } = wallet;
  const { chain } = wallet.settings;
  const kept = new Map<number, readonly SpineEntry[]>();

  /**
   * The entries that are deep enough never to be read again; empty where a reorg went that deep.
   */
  const deepEntries = async (
    { number, node }: OpenNode,
    height: number,
    signal: AbortSignal,
  ): Promise<readonly SpineEntry[]> => {
    const deep = (kept.get(number) ?? []).filter(
      ({ block }) => block !== null && block.height <= height - keptBelow,
    );
    const last = deep.at(-1)?.block;
    if (last == null) return [];
    return (await node.blockHash(last.height, signal)) === last.hash ? deep : [];
  };

  return sharedByNode(async (at, signal) => {
    const { number, node } = at;
    const deep = await deepEntries(at, (await node.tip(signal)).height, signal);
    const last = deep.at(-1);
    const base: SpineBase | null =
      last === undefined ? null : { slot: last.slot, outpoint: last.coin.outpoint };
    const { tip, transactions } = await node.paying(
      [spine.address, funding.address],
      last?.block?.height ?? 0,
      signal,
    );
    const scripts = { spine: spine.script, funding: funding.script };
    const entries = [...deep, ...spineOf(base, transactions, scripts)];
    const unmined = entries.findIndex(({ block }) => block === null);
    const confirmed = unmined < 0 ? entries.length : unmined;
    // A block cannot spend a coin that only the mempool has.
    if (entries.slice(confirmed).some(({ block }) => block !== null))
      throw unreachable(chain, 'a bitcoin node shows a transaction mined before its parent');
    kept.set(number, entries);
    wallet.noteTip(number, tip);
    return { readBy: number, tip, entries, confirmed };
  });
}

/** The coins that a transaction may spend, as one node shows them at one tip. */
export interface Purse extends SpineReading {
  /** The coin that the next transaction spends first; null before the spine exists. */
  readonly spineCoin: OwnCoin | null;
  /**
   * All our other coins: at the funding address, and booked coins at deposit addresses. Unconfirmed
   * coins have 0 confirmations.
   */
  readonly others: readonly OwnCoin[];
  /** Confirmed coins that a mempool transaction of ours spends. They are ours until it is mined. */
  readonly leaving: readonly OwnCoin[];
}

/** Simultaneous callers share a reading. */
export type ReadPurse = (at: OpenNode, signal: AbortSignal) => Promise<Purse>;

export function purseReader(wallet: FloatWallet, readSpine: ReadSpine): ReadPurse {
  return sharedByNode((at, signal) => readPurse(wallet, readSpine, at, signal));
}

const maxReadings = 3;

async function readPurse(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  at: OpenNode,
  signal: AbortSignal,
): Promise<Purse> {
  const { spine, funding, settings } = wallet;
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const booked = await wallet.bookedCoins();
    const addresses = new Set([spine, funding, ...booked.values()].map(({ address }) => address));
    await at.node.watch([...addresses], settings.bornAtSec ?? 'earlier', signal);
    // Coins are read first. A coin spent meanwhile is then found as the input of a mempool
    // transaction.
    const { tip, outputs } = await at.node.unspent([...addresses], signal);
    const read = await readSpine(at, signal);
    if (read.tip.hash !== tip.hash) continue;
    // A deposit booked during the reading was not counted, so the reading is repeated.
    if (!isSame(booked, await wallet.bookedCoins())) continue;
    const coins = outputs.flatMap(({ outpoint, units, script, confirmations }) => {
      const own = wallet.ownAddress(script);
      if (own === undefined) return [];
      if (own !== spine && own !== funding && !booked.has(outpoint)) return [];
      const { kind, path } = own;
      const isChangeOfReplaceable = own === spine && confirmations === 0;
      return [{ outpoint, units, script, kind, path, confirmations, isChangeOfReplaceable }];
    });
    const tail = read.entries.at(-1);
    const spineCoin = coins.find(({ outpoint }) => outpoint === tail?.coin.outpoint) ?? null;
    if (tail !== undefined && spineCoin === null) continue;
    return {
      ...read,
      spineCoin,
      // Payments by third parties to the spine's address are left untouched.
      others: coins.filter(({ path }) => path !== spine.path),
      leaving: await leavingCoins(wallet, at.node, read, signal),
    };
  }
  throw unreachable(settings.chain, `the chain moved under each of ${maxReadings} readings`);
}

/**
 * A caller that aborts does not end a reading that others wait for. Each call to the node has its
 * own deadline.
 */
function sharedByNode<T>(
  read: (at: OpenNode, signal: AbortSignal) => Promise<T>,
): (at: OpenNode, signal: AbortSignal) => Promise<T> {
  const never = new AbortController().signal;
  const readers = new Map<number, (signal: AbortSignal) => Promise<T>>();
  return (at, signal) => {
    const shared = readers.get(at.number) ?? sharedReading(() => read(at, never));
    readers.set(at.number, shared);
    return shared(signal);
  };
}

function isSame(one: ReadonlyMap<Outpoint, unknown>, other: ReadonlyMap<Outpoint, unknown>) {
  return one.size === other.size && [...one.keys()].every((outpoint) => other.has(outpoint));
}

/** The confirmed coins that our transactions in the mempool spend. */
async function leavingCoins(
  wallet: FloatWallet,
  node: BitcoinNode,
  { tip, entries, confirmed }: SpineReading,
  signal: AbortSignal,
): Promise<readonly OwnCoin[]> {
  const coins = await Promise.all(
    entries.slice(confirmed).map(({ raw }) => spentCoins(node, raw, signal)),
  );
  return coins.flat().flatMap(({ outpoint, units, script, height }): readonly OwnCoin[] => {
    const own = wallet.ownAddress(script);
    if (own === undefined || height === null) return [];
    const { kind, path } = own;
    const confirmations = tip.height - height + 1;
    return [{ outpoint, units, script, kind, path, confirmations, isChangeOfReplaceable: false }];
  });
}

/**
 * The outputs that a transaction spends, in input order; `height` is null for an unconfirmed one.
 */
export async function spentCoins(
  node: Pick<BitcoinNode, 'transaction'>,
  raw: string,
  signal: AbortSignal,
): Promise<
  readonly (Pick<OwnCoin, 'outpoint' | 'units' | 'script'> & { readonly height: number | null })[]
> {
  const { ins } = Transaction.fromHex(raw);
  return Promise.all(
    ins.map(async ({ hash, index }) => {
      const txid = txidOf(hash);
      const parent = await node.transaction(txid, signal);
      const output =
        parent.state === 'unknown' ? undefined : Transaction.fromHex(parent.raw).outs[index];
      if (output === undefined) throw new TypeError('a node knows a transaction and no parent');
      return {
        outpoint: outpointOf(txid, index),
        units: output.value,
        script: hexOf(output.script),
        height: parent.state === 'confirmed' ? parent.block.height : null,
      };
    }),
  );
}

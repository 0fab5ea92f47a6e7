import { type Address, nativeAddress, RelayError } from '@interline/kernel';
import type { Arrival, Payment, PaymentSearch } from '@interline/ports';
import type { FloatWallet, OpenNode } from '../float-wallet.ts';
import { Transaction } from '../curve.ts';
import type { BlockRef } from '../node/bitcoin-node.ts';
import { type ReadSpine, spentCoins } from '../spine/read-spine.ts';
import { hexOf } from '../spine/spine-of.ts';
import { showing } from './observe.ts';

/**
 * Payments by a third party's transaction to the float, at its funding or spine address. They count
 * once enough nodes show the transaction in the same block and deep enough. `logIndex` is -1 for
 * its first output, then -2 and so on.
 */
export async function readArrivals(
  wallet: FloatWallet,
  hash: string,
  want: { readonly token: string; readonly to: Address },
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  if (want.token !== nativeAddress || want.to !== wallet.accountAddress) return [];
  const readings = await wallet.readEach((at) => readStranger(wallet, at, hash, signal), signal);
  const shown = readings.filter((one) => one !== null);
  const [first] = shown;
  if (first === undefined) return [];
  const alike = shown.filter(({ blockHash }) => blockHash === first.blockHash);
  return alike.length >= wallet.enough ? first.arrivals : [];
}

/**
 * What the spine paid to that address since then, oldest first. The spine's whole history is known,
 * however old.
 */
export async function readPaymentsSince(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  { token, from, to, sinceSec }: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[]> {
  if (String(token) !== nativeAddress || !from.includes(wallet.accountAddress)) return [];
  const readings = await wallet.readEach((at) => readSpine(at, signal), signal);
  const all = readings.flatMap(({ entries, tip }) => entries.map((entry) => ({ entry, tip })));
  const found = new Map<string, Payment>();
  for (const { entry, tip } of all) {
    const { block, raw, txid } = entry;
    if (block === null || block.timeSec < sinceSec) continue;
    Transaction.fromHex(raw).outs.forEach(({ script, value }, logIndex) => {
      if (wallet.addressOf(script) !== to) return;
      found.set(`${txid}:${logIndex}`, {
        hash: txid,
        logIndex,
        units: value,
        block: block.height,
        depth: tip.height - block.height + 1,
        isAgreed: showing(readings, entry) >= wallet.enough,
      });
    });
  }
  return [...found.values()].toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

async function readStranger(
  wallet: FloatWallet,
  { node }: OpenNode,
  hash: string,
  signal: AbortSignal,
): Promise<{ readonly blockHash: string; readonly arrivals: readonly Arrival[] } | null> {
  const [tip, found] = await Promise.all([node.tip(signal), node.transaction(hash, signal)]);
  if (found.state !== 'confirmed' || tip.height - found.block.height + 1 < wallet.confirmations)
    return null;
  const { raw, block } = found;
  const own = [wallet.spine.script, wallet.funding.script];
  const transaction = Transaction.fromHex(raw);
  // A coinbase spends nothing, so it has no sender; and only our own keys spend our coins.
  const isCoinbase = transaction.isCoinbase();
  const spent = isCoinbase ? [] : await spentCoins(node, raw, signal);
  if (spent.some(({ script }) => own.includes(script))) return null;
  const sender = wallet.addressOf(Buffer.from(spent[0]?.script ?? '', 'hex'));
  const timestampSec = await blockTime(wallet, node, block, signal);
  return {
    blockHash: block.hash,
    arrivals: transaction.outs.flatMap(({ script, value }, vout): readonly Arrival[] => {
      if (!own.includes(hexOf(script))) return [];
      return [
        {
          hash,
          token: nativeAddress,
          from: sender,
          units: value,
          logIndex: -1 - vout,
          block: block.height,
          timestampSec,
        },
      ];
    }),
  };
}

/** A node states it together with what the block paid us. */
async function blockTime(
  { spine, funding, settings: { chain } }: FloatWallet,
  node: OpenNode['node'],
  { hash, height }: BlockRef,
  signal: AbortSignal,
): Promise<number> {
  const { transactions } = await node.paying([spine.address, funding.address], height, signal);
  const inBlock = transactions.find(({ block }) => block?.hash === hash);
  if (inBlock?.block == null)
    throw new RelayError('CHAIN_UNREACHABLE', { chain }, 'a node does not say the time of a block');
  return inBlock.block.timeSec;
}

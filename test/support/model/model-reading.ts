import {
  asUnits,
  type Book,
  type BalanceReading,
  type ChainRef,
  evmAddress,
  type Hex,
  nativeAddress,
  permitKeyText,
  RelayError,
  type SignedPermit,
  unplaced,
} from '@interline/kernel';
import type {
  ChainReading,
  MinedReading,
  NonceReading,
  Payment,
  PaymentSearch,
  PermitFate,
  SlotConsumer,
  TransactionReading,
  TransferSeen,
  UnseenReason,
  WatchedTransaction,
} from '@interline/ports';
import type { ModelReceipt } from './model-branch.ts';
import { accounts, modelToken } from './model-accounts.ts';
import type { ModelPlace, NodeView } from './model-node.ts';

/** All configured nodes of a chain, the one that is asked first in front. */
export type Nodes = readonly NodeView[];

/** More than any test spends, where gas is free. */
const coins = 10n ** 24n;

/** The first that answers and serves what is read there. Throws `CHAIN_UNREACHABLE`. */
export function readerOf(
  chain: ChainRef,
  nodes: Nodes,
  serves: (node: NodeView) => boolean = () => true,
): NodeView {
  const reader = nodes.find((one) => !one.node.isSilent && serves(one));
  if (reader === undefined) throw new RelayError('CHAIN_UNREACHABLE', { chain });
  return reader;
}

/** All of it by one node at its head; the others are asked for the receipts that it owes. */
export function observeBy(
  chain: ChainRef,
  nodes: Nodes,
  watched: readonly WatchedTransaction[],
): ChainReading {
  const reader = readerOf(chain, nodes, (one) => one.servesState(one.head.number, 'nonces'));
  const { number, hash, timestampSec } = reader.head;
  return {
    chain,
    block: number,
    blockHash: hash,
    timestampSec,
    transactions: watched.map((one) => readingBy(reader, nodes, one)),
  };
}

function readingBy(
  reader: NodeView,
  nodes: Nodes,
  { transaction, hashes }: WatchedTransaction,
): TransactionReading {
  const { number, state } = reader.head;
  const isNonceTaken =
    transaction.nonce !== unplaced &&
    (state.nonces.get(transaction.account) ?? 0) > transaction.nonce;
  const isInChain = (one: ModelPlace | null): boolean =>
    one !== null && one.block <= number && reader.hashAt(one.block) === one.blockHash;
  const firstOf = <T extends ModelPlace>(find: (hash: Hex) => T | null): T | null =>
    hashes.map(find).find((one) => isInChain(one)) ?? null;
  const others = nodes.filter((one) => one !== reader && !one.node.isSilent);

  const own = firstOf((sought) => reader.receipt(sought));
  const isLate = own === null && isNonceTaken;
  const late = isLate
    ? (others.map((one) => firstOf((sought) => one.receipt(sought))).find((one) => one !== null) ??
      null)
    : null;
  const known = isLate
    ? [reader, ...others]
        .map((one) => firstOf((sought) => one.place(sought)))
        .find((one) => one !== null)
    : undefined;
  // What brings money is believed of the node that is read only.
  const found = transaction.purpose === 'pull' ? own : (own ?? late);
  const mined = found === null ? null : minedOf(found);
  const isDisputed =
    mined !== null && found !== null && !bringsAll(transaction, mined) && !isAgreed(nodes, found);
  const owed = isDisputed ? mined.hash : (late?.hash ?? known?.hash ?? null);
  const proven = isDisputed ? null : mined;
  return {
    transactionId: transaction.id,
    isNonceTaken,
    mined: proven,
    receiptOwed: proven === null ? owed : null,
  };
}

/** What would make us repeat or abandon something counts where every node shows it alike. */
function isAgreed(nodes: Nodes, found: ModelReceipt & ModelPlace): boolean {
  return nodes.every((one) => {
    const shown = one.node.isSilent ? null : one.receipt(found.tx.hash);
    return (
      shown !== null &&
      shown.blockHash === found.blockHash &&
      shown.isSuccess === found.isSuccess &&
      shown.isEmpty === found.isEmpty
    );
  });
}

function bringsAll(
  { expects }: WatchedTransaction['transaction'],
  { isSuccess, transfers }: MinedReading,
): boolean {
  return isSuccess && (expects === null || transfers.length > 0);
}

/** A transaction of ours that any node has in a block decides; another where all agree on it. */
export function consumerBy(
  nodes: Nodes,
  { transaction: { account, nonce }, hashes }: WatchedTransaction,
): SlotConsumer {
  if (nodes.some((one) => one.node.isSilent)) return { kind: 'unseen', reason: 'node-silent' };
  const head = Math.min(...nodes.map((one) => one.head.number));
  for (const one of nodes) {
    const ours = hashes
      .flatMap((hash) => [one.receipt(hash), one.place(hash)])
      .find((place) => place !== null && one.hashAt(place.block) === place.blockHash);
    if (ours != null) return { kind: 'found', hash: ours.hash, block: ours.block, head };
  }
  let reason: UnseenReason = 'history-unserved';
  for (const one of nodes) {
    if (one.nonce(account) <= nonce) {
      reason = 'nodes-disagree';
      continue;
    }
    const found = one.node.servesHistory ? one.consumer(account, nonce) : null;
    if (found === null) continue;
    return nodes.every((other) => other.hashAt(found.block) === found.blockHash)
      ? { kind: 'found', hash: found.hash, block: found.block, head }
      : { kind: 'unseen', reason: 'nodes-disagree' };
  }
  return { kind: 'unseen', reason };
}

export function fateBy(nodes: Nodes, permit: SignedPermit): PermitFate {
  if (nodes.some((one) => one.node.isSilent)) return { kind: 'unseen', reason: 'node-silent' };
  const key = permitKeyText(permit);
  const spent = nodes.map((one) => one.latest('balances').spentPermits.has(key));
  if (!spent.includes(true)) return { kind: 'unspent' };
  if (spent.includes(false)) return { kind: 'unseen', reason: 'nodes-disagree' };
  const head = Math.min(...nodes.map((one) => one.head.number));
  for (const one of nodes) {
    const spending = one.node.servesHistory ? one.spending(key) : null;
    if (spending === null) continue;
    if (spending.tx.from === accounts.spender) {
      if (one.receipt(spending.hash) === null) continue;
      return { kind: 'redeemed' };
    }
    const { block, blockHash } = spending;
    return nodes.every((other) => other.hashAt(block) === blockHash)
      ? { kind: 'spent-elsewhere', block, head }
      : { kind: 'unseen', reason: 'nodes-disagree' };
  }
  return { kind: 'unseen', reason: 'history-unserved' };
}

/** Every node's count, where the one that is read comes first. */
export function noncesBy(chain: ChainRef, nodes: Nodes, account: string): NonceReading {
  const reader = readerOf(chain, nodes);
  const told = nodes.filter((one) => !one.node.isSilent).map((one) => one.pendingNonce(account));
  return {
    mined: reader.nonce(account),
    pending: Math.max(...told),
    leastPending: Math.min(...told),
  };
}

/** At one block of one node that serves its state there. */
export function balancesBy(
  chain: ChainRef,
  nodes: Nodes,
  books: readonly Book[],
  { confirmations, isPriced }: { readonly confirmations: number; readonly isPriced: boolean },
): readonly BalanceReading[] {
  const depth = confirmations - 1;
  const reader = readerOf(chain, nodes, (one) =>
    one.servesState(one.blockBelow(depth).number, 'balances'),
  );
  const { number: block, state } = reader.blockBelow(depth);
  const coin = (account: string): bigint => (isPriced ? (state.coins.get(account) ?? 0n) : coins);
  return books.map((book) => ({
    book,
    block,
    units: asUnits(
      book.token === nativeAddress ? coin(book.account) : (state.balances.get(book.account) ?? 0n),
    ),
  }));
}

/** What any node shows; the depth is the least that any of them gives it. */
export function paymentsBy(
  chain: ChainRef,
  nodes: Nodes,
  { from, to, sinceSec }: PaymentSearch,
): readonly Payment[] {
  const byHash = new Map<Hex, Payment>();
  for (const one of nodes) {
    if (one.node.isSilent) throw new RelayError('CHAIN_UNREACHABLE', { chain });
    for (const { tx, block } of one.transfers()) {
      const { action, hash } = tx;
      const isFromUs = from.some((account) => account === tx.from);
      if (action.kind !== 'transfer' || action.to !== to || !isFromUs) continue;
      if (one.timeOf(block) < sinceSec) continue;
      const depth = Math.min(
        one.head.number - block + 1,
        byHash.get(hash)?.depth ?? Number.POSITIVE_INFINITY,
      );
      byHash.set(hash, { hash, logIndex: 0, units: asUnits(action.units), block, depth });
    }
  }
  return [...byHash.values()];
}

function minedOf(found: ModelReceipt & ModelPlace): MinedReading {
  const { hash, block, blockHash, isSuccess, isEmpty, gasUsed, gasCostWei } = found;
  return {
    hash,
    block,
    blockHash,
    isSuccess,
    gasUsed,
    gasCostWei,
    transfers: isSuccess && !isEmpty ? transfersOf(found.tx) : [],
  };
}

function transfersOf({ from, action }: ModelReceipt['tx']): readonly TransferSeen[] {
  switch (action.kind) {
    case 'pull':
      return [
        {
          token: modelToken,
          from: evmAddress(action.owner),
          to: evmAddress(action.to),
          units: asUnits(action.units),
          logIndex: 0,
        },
      ];
    case 'transfer':
      return [
        {
          token: modelToken,
          from: evmAddress(from),
          to: evmAddress(action.to),
          units: asUnits(action.units),
          logIndex: 0,
        },
      ];
    case 'mint':
    case 'fuel':
    case 'cancel':
    case 'approve':
    case 'noop':
      return [];
  }
}

import {
  asUnits,
  type ChainRef,
  type Address,
  evmAddress,
  permitKeyText,
  RelayError,
  type SignedPermit,
  unplaced,
} from '@interline/kernel';
import type {
  Arrival,
  ChainReading,
  HeadReading,
  MinedReading,
  QueueReading,
  Payment,
  PaymentSearch,
  PermitFate,
  SlotConsumer,
  SlotSearch,
  TransactionReading,
  TransferSeen,
  UnseenReason,
  WatchedTransaction,
} from '@interline/ports';
import { movedUnits } from '@interline/core/transactions';
import type { ModelReceipt } from './model-branch.ts';
import { accounts, modelToken } from './model-accounts.ts';
import type { ModelNode, ModelPlace, NodeView } from './model-node.ts';

/** All configured nodes of a chain, the one that is asked first in front. */
export type Nodes = readonly NodeView[];

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
  return {
    chain,
    ...reachedBy(reader, nodes),
    head: reader.head.number,
    transactions: watched.map((one) => readingBy(reader, nodes, one)),
  };
}

/** By the node that transactions are read of too. */
export function headBy(chain: ChainRef, nodes: Nodes, heights: readonly number[]): HeadReading {
  const reader = readerOf(chain, nodes);
  const { number: block, hash: blockHash } = reader.head;
  const under = heights.flatMap((height) => {
    const hash = reader.hashAt(height);
    return hash === null ? [] : [[height, hash] as const];
  });
  return { block, blockHash, hashes: new Map([...under, [block, blockHash]]) };
}

/** What each node showed last: one that is silent has not come further. */
const shown = new WeakMap<ModelNode, Reached>();

type Reached = Pick<ChainReading, 'block' | 'timestampSec'>;

/** How far enough nodes have come, and the one that is read at most. */
function reachedBy(reader: NodeView, nodes: Nodes): Reached {
  for (const { node, head } of nodes)
    if (!node.isSilent) shown.set(node, { block: head.number, timestampSec: head.timestampSec });
  const known = nodes.map(({ node }) => shown.get(node)).filter((one) => one !== undefined);
  const least = (figures: readonly number[]): number =>
    figures.toSorted((a, b) => b - a)[enoughOf(nodes) - 1] ?? 0;
  return {
    block: Math.min(reader.head.number, least(known.map(({ block }) => block))),
    timestampSec: Math.min(
      reader.head.timestampSec,
      least(known.map(({ timestampSec }) => timestampSec)),
    ),
  };
}

/** The depth of the newest block with that many confirmations, from the reader's own head. */
export function depthFor(confirmations: number, reader: NodeView, nodes: Nodes): number {
  return reader.head.number - reachedBy(reader, nodes).block + confirmations - 1;
}

function readingBy(
  reader: NodeView,
  nodes: Nodes,
  { transaction, forms }: WatchedTransaction,
): TransactionReading {
  const { number, state } = reader.head;
  const isSlotTaken =
    transaction.slot !== unplaced &&
    (state.nonces.get(transaction.account) ?? 0) > transaction.slot;
  const isInChain = (one: ModelPlace | null): boolean =>
    one !== null && one.block <= number && reader.hashAt(one.block) === one.blockHash;
  const firstOf = <T extends ModelPlace>(find: (hash: string) => T | null): T | null =>
    forms.map(({ hash }) => find(hash)).find((one) => isInChain(one)) ?? null;
  const others = nodes.filter((one) => one !== reader && !one.node.isSilent);

  const own = firstOf((sought) => reader.receipt(sought));
  const isLate = own === null && isSlotTaken;
  const late = isLate
    ? (others.map((one) => firstOf((sought) => one.receipt(sought))).find((one) => one !== null) ??
      null)
    : null;
  const known = isLate
    ? [reader, ...others]
        .map((one) => firstOf((sought) => one.place(sought)))
        .find((one) => one !== null)
    : undefined;
  const found = own ?? late;
  const mined = found === null ? null : minedOf(found);
  const isDisputed =
    mined !== null &&
    found !== null &&
    (own === null || !bringsAll(transaction, mined)) &&
    !isAgreed(nodes, found);
  const owed = isDisputed ? mined.hash : (late?.hash ?? known?.hash ?? null);
  const proven = isDisputed ? null : mined;
  return {
    transactionId: transaction.id,
    isSlotTaken,
    mined: proven,
    receiptOwed: proven === null ? owed : null,
  };
}

/**
 * What would make us repeat or abandon something counts where enough nodes show it alike; one
 * without the receipt neither agrees nor disputes.
 */
function isAgreed(nodes: Nodes, found: ModelReceipt & ModelPlace): boolean {
  const shown = nodes
    .filter((one) => !one.node.isSilent)
    .map((one) => one.receipt(found.tx.hash))
    .filter((one) => one !== null);
  const alike = shown.filter(
    (one) =>
      one.blockHash === found.blockHash &&
      one.isSuccess === found.isSuccess &&
      one.isEmpty === found.isEmpty,
  );
  return alike.length === shown.length && alike.length >= enoughOf(nodes);
}

/** Of those, what enough nodes show alike in these very blocks. */
export function shownAlikeBy(
  nodes: Nodes,
  mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
): ReadonlySet<string> {
  const alike = mined.filter(({ hash, blockHash }) => {
    const found = nodes
      .filter((one) => !one.node.isSilent)
      .map((one) => one.receipt(hash))
      .find((one) => one?.blockHash === blockHash);
    return found != null && isAgreed(nodes, found);
  });
  return new Set(alike.map(({ hash }) => hash));
}

/** How many nodes a proof takes. */
function enoughOf(nodes: Nodes): number {
  return Math.min(2, nodes.length);
}

function bringsAll({ expects }: WatchedTransaction['transaction'], mined: MinedReading): boolean {
  return mined.isSuccess && (expects === null || movedUnits(mined, expects) >= expects.units);
}

type Agreement =
  | { readonly isAgreed: true; readonly head: number }
  | { readonly isAgreed: false; readonly reason: UnseenReason };

/** Whether every node that has come so far has that block, and enough of them have. */
function agreeOn(nodes: Nodes, { block, blockHash }: ModelPlace): Agreement {
  const told = nodes.filter((one) => !one.node.isSilent);
  const showing = told.filter((one) => one.hashAt(block) === blockHash);
  const others = told.filter((one) => one.hashAt(block) !== null && !showing.includes(one));
  if (others.length > 0) return { isAgreed: false, reason: 'nodes-disagree' };
  if (showing.length >= enoughOf(nodes))
    return { isAgreed: true, head: Math.min(...showing.map((one) => one.head.number)) };
  const isSilent = told.length < enoughOf(nodes);
  return { isAgreed: false, reason: isSilent ? 'node-silent' : 'nodes-disagree' };
}

/**
 * One of our own that a node has in its chain comes first, else the slot is searched for on those
 * that show it taken. Either counts where enough nodes have its block.
 */
export function consumerBy(
  nodes: Nodes,
  { transaction: { account, slot }, forms }: WatchedTransaction,
  { freeAt, takenAt }: SlotSearch,
): SlotConsumer {
  const told = nodes.filter((one) => !one.node.isSilent);
  const head = Math.max(0, ...told.map((one) => one.head.number));
  const unseen = (reason: UnseenReason): SlotConsumer => ({
    kind: 'unseen',
    reason,
    range: { from: freeAt ?? 0, to: Math.max(takenAt ?? head, freeAt ?? 0) },
  });
  if (told.length < enoughOf(nodes)) return unseen('node-silent');
  const ours = told.flatMap((one) => {
    const places = forms.flatMap(({ hash }) => [one.receipt(hash), one.place(hash)]);
    return places.find((at) => at !== null && one.hashAt(at.block) === at.blockHash) ?? [];
  });
  const [first] = ours;
  if (ours.some(({ hash }) => hash !== first?.hash)) return unseen('nodes-disagree');
  const taken = told.filter((one) => one.nonce(account) > slot);
  if (first === undefined && taken.length < enoughOf(nodes)) return unseen('nodes-disagree');
  const searched = taken
    .filter((one) => one.node.servesHistory)
    .map((one) => one.consumer(account, slot))
    .find((one) => one !== null);
  const found = first ?? searched ?? null;
  if (found === null) return unseen('history-unserved');
  const agreed = agreeOn(nodes, found);
  const { hash, block } = found;
  return agreed.isAgreed
    ? { kind: 'found', hash, block, head: agreed.head }
    : unseen(agreed.reason);
}

/** A node that lags has the bit free, which does not contradict one that has it set. */
export function fateBy(nodes: Nodes, permit: SignedPermit, unspentAt: number | null): PermitFate {
  const told = nodes.filter((one) => !one.node.isSilent);
  const unseen = (reason: UnseenReason): PermitFate => ({
    kind: 'unseen',
    reason,
    range: { from: unspentAt ?? 0, to: Math.max(0, ...told.map((one) => one.head.number)) },
  });
  if (told.length < enoughOf(nodes)) return unseen('node-silent');
  const key = permitKeyText(permit);
  const spent = told.filter((one) => one.latest('balances').spentPermits.has(key));
  if (spent.length === 0) return { kind: 'unspent' };
  const found = spent.flatMap((one) => {
    const spending = one.node.servesHistory ? one.spending(key) : null;
    if (spending === null) return [];
    const isOurs = spending.tx.from === accounts.spender;
    return isOurs && one.receipt(spending.hash) === null ? [] : [spending];
  });
  const shown = found.slice(0, enoughOf(nodes));
  const [first] = shown;
  if (first === undefined || shown.length < enoughOf(nodes)) return unseen('history-unserved');
  if (shown.some((one) => one.blockHash !== first.blockHash || one.hash !== first.hash))
    return unseen('nodes-disagree');
  const { hash, block } = first;
  if (first.tx.from === accounts.spender) return { kind: 'redeemed', hash };
  const agreed = agreeOn(nodes, first);
  return agreed.isAgreed
    ? { kind: 'spent-elsewhere', hash, block, head: agreed.head }
    : unseen(agreed.reason);
}

/** Every node's count, where the one that is read comes first. */
export function noncesBy(chain: ChainRef, nodes: Nodes, account: string): QueueReading {
  const reader = readerOf(chain, nodes);
  const told = nodes.filter((one) => !one.node.isSilent).map((one) => one.pendingNonce(account));
  return {
    mined: reader.nonce(account),
    pending: Math.max(...told),
    leastPending: told.length < enoughOf(nodes) ? null : Math.min(...told),
  };
}

/** What any node shows; the depth is the least that any of them gives it. */
export function paymentsBy(
  chain: ChainRef,
  nodes: Nodes,
  { from, to, sinceSec }: PaymentSearch,
): readonly Payment[] {
  const byHash = new Map<string, Payment>();
  const told = nodes.filter((one) => !one.node.isSilent);
  if (told.length < enoughOf(nodes)) throw new RelayError('CHAIN_UNREACHABLE', { chain });
  for (const one of told) {
    for (const { tx, block } of one.transfers()) {
      const { action, hash } = tx;
      const isFromUs = from.some((account) => account === tx.from);
      if (action.kind !== 'transfer' || action.to !== to || !isFromUs) continue;
      if (action.units === 0n) continue;
      if (one.timeOf(block) < sinceSec) continue;
      const depth = Math.min(
        one.head.number - block + 1,
        byHash.get(hash)?.depth ?? Number.POSITIVE_INFINITY,
      );
      const isAgreed = told.filter((node) => node.receipt(hash) !== null).length >= enoughOf(nodes);
      byHash.set(hash, { hash, logIndex: 0, units: asUnits(action.units), block, depth, isAgreed });
    }
  }
  return [...byHash.values()];
}

/** What others' money came to an account in that transaction, once it is deep enough. */
export function arrivalsBy(
  chain: ChainRef,
  nodes: Nodes,
  { hash, to }: { readonly hash: string; readonly to: Address },
  confirmations: number,
): readonly Arrival[] {
  const reader = readerOf(chain, nodes);
  const found = reader.receipt(hash);
  if (found === null || !found.isSuccess) return [];
  const { action } = found.tx;
  if (action.kind !== 'mint' || action.to !== to) return [];
  if (reader.head.number - found.block + 1 < confirmations) return [];
  return [
    {
      hash,
      token: modelToken,
      from: evmAddress(`0xe6${'0'.repeat(38)}`),
      units: action.units,
      logIndex: 0,
      block: found.block,
      timestampSec: reader.timeOf(found.block),
    },
  ];
}

function minedOf(found: ModelReceipt & ModelPlace): MinedReading {
  const { hash, block, blockHash, isSuccess, isEmpty, gasUsed, gasCost } = found;
  return {
    hash,
    block,
    blockHash,
    isSuccess,
    gasUsed,
    gasCost,
    transfers: isSuccess && !isEmpty ? transfersOf(found.tx) : [],
  };
}

export function transfersOf({ from, action }: ModelReceipt['tx']): readonly TransferSeen[] {
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
    case 'touch':
    case 'noop':
      return [];
  }
}

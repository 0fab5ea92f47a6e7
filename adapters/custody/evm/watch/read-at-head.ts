import { type Address, type TxHash, unplaced } from '@interline/kernel';
import type { WatchedForm, WatchedTransaction } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { answerAlone } from '../rpc/answer-alone.ts';
import { type Block, blockAt } from '../rpc/blocks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { nonceOf } from '../rpc/state-calls.ts';
import type { CanonicalView } from './canonical-blocks.ts';
import { type ChainReceipt, receiptOfForm } from './receipts.ts';

interface AtHead {
  /** Receipts in blocks that are canonical under the head. */
  readonly receipts: ReadonlyMap<TxHash, ChainReceipt>;
  /** Transactions with impossible receipts. */
  readonly odd: ReadonlySet<TxHash>;
  readonly nonces: ReadonlyMap<Address, number>;
  readonly canonical: CanonicalView;
}

/**
 * The receipts and nonces that the node shows under this head. A pending transaction's receipt is
 * requested only if the account's nonce, from `before` or under the head, is past its own;
 * otherwise no block can hold it. Throws an `inconsistent` fault if the head moved meanwhile.
 */
export async function readAtHead(
  chain: EvmChain,
  node: RpcNode,
  head: Block,
  watched: readonly WatchedTransaction[],
  before: ReadonlyMap<Address, number>,
): Promise<AtHead> {
  const isPast = (nonces: ReadonlyMap<Address, number>) => (one: WatchedTransaction) =>
    !isOnlyAwaited(one) || (nonces.get(one.transaction.account) ?? 0) > one.transaction.slot;
  const forms = formsOf(watched.filter(isPast(before)));
  const accounts = [...new Set(watched.map(({ transaction }) => transaction.account))];
  const pin = { blockHash: head.hash };
  const [[again], between, counts, found] = await Promise.all([
    node.ask([blockAt(head.number)]),
    node.ask(chain.canonical.neededUnder(node, head).map(blockAt)),
    node.ask(accounts.map((account) => nonceOf(account, pin))),
    receiptsOf(node, forms),
  ]);
  if (again.hash !== head.hash) throw moved();
  const nonces = new Map(accounts.map((account, index) => [account, counts[index] ?? 0]));
  const since = [...formsOf(watched.filter(isPast(nonces)))].filter(([hash]) => !forms.has(hash));
  for (const [hash, one] of await receiptsOf(node, new Map(since))) found.set(hash, one);
  const odd = new Set<TxHash>();
  for (const [hash, fault] of found) {
    if (!(fault instanceof RpcFault)) continue;
    // An error means that the node cannot serve the call now; it says nothing about the
    // transaction.
    if (fault.kind === 'error-answer') throw fault;
    chain.oddAnswer(node, fault);
    odd.add(hash);
  }

  // Mined after the head in use; the next reading includes it.
  const upToHead = [...found.values()]
    .flatMap((one) => (one === null || one instanceof RpcFault ? [] : [one]))
    .filter((one) => one.block <= head.number);
  if (upToHead.some((one) => one.block === head.number && one.blockHash !== head.hash))
    throw moved();
  const canonical = chain.canonical.under(node, head, between);
  const hashAt = await canonical.of(upToHead);
  // An index may still name a block that a reorg removed.
  const standing = upToHead.filter((one) => hashAt.get(one.block) === one.blockHash);
  return {
    receipts: new Map(standing.map((one) => [one.hash, one])),
    odd,
    nonces,
    canonical,
  };
}

/** The nonces of the accounts of pending transactions, at the node's newest block. */
export async function noncesBefore(
  node: RpcNode,
  watched: readonly WatchedTransaction[],
): Promise<ReadonlyMap<Address, number>> {
  const awaited = watched.filter(isOnlyAwaited).map(({ transaction }) => transaction.account);
  const accounts = [...new Set(awaited)];
  const counts = await node.ask(accounts.map((account) => nonceOf(account)));
  return new Map(accounts.map((account, index) => [account, counts[index] ?? 0]));
}

/**
 * A transaction that was in a block before, or may be again after a reorg, is asked for at any
 * nonce.
 */
function isOnlyAwaited({ transaction, isAwaited }: WatchedTransaction): boolean {
  const { state, reorgs, slot } = transaction;
  return isAwaited === true && state === 'open' && reorgs === 0 && slot !== unplaced;
}

async function receiptsOf(
  node: RpcNode,
  forms: ReadonlyMap<TxHash, WatchedForm>,
): Promise<Map<TxHash, ChainReceipt | RpcFault | null>> {
  const found = await node.ask([...forms.values()].map((form) => answerAlone(receiptOfForm(form))));
  return new Map([...forms.keys()].map((hash, index) => [hash, found[index] ?? null]));
}

function formsOf(watched: readonly WatchedTransaction[]): ReadonlyMap<TxHash, WatchedForm> {
  return byHash(watched.flatMap(({ forms }) => forms));
}

/** Members of a multicall share its forms. */
export function byHash(forms: readonly WatchedForm[]): ReadonlyMap<TxHash, WatchedForm> {
  return new Map(forms.map((form) => [form.hash, form]));
}

function moved(): RpcFault {
  return new RpcFault('inconsistent', 'the chain was reorganised while it was read');
}

import type { Address, TxHash } from '@interline/kernel';
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
  /** In blocks that are canonical under the head. */
  readonly receipts: ReadonlyMap<TxHash, ChainReceipt>;
  /** Transactions whose receipts cannot be. */
  readonly odd: ReadonlySet<TxHash>;
  readonly nonces: ReadonlyMap<Address, number>;
  readonly canonical: CanonicalView;
}

/**
 * The receipts and the nonces that the node shows under this head of it. Throws an `inconsistent`
 * fault where the head moved meanwhile.
 */
export async function readAtHead(
  chain: EvmChain,
  node: RpcNode,
  head: Block,
  watched: readonly WatchedTransaction[],
): Promise<AtHead> {
  const forms = byHash(watched.flatMap((one) => one.forms));
  const accounts = [...new Set(watched.map(({ transaction }) => transaction.account))];
  const pin = { blockHash: head.hash };
  const [[again], between, counts, found] = await Promise.all([
    node.ask([blockAt(head.number)]),
    node.ask(chain.canonical.neededUnder(node, head).map(blockAt)),
    node.ask(accounts.map((account) => nonceOf(account, pin))),
    node.ask([...forms.values()].map((form) => answerAlone(receiptOfForm(form)))),
  ]);
  if (again.hash !== head.hash) throw moved();
  const odd = new Set<TxHash>();
  for (const [index, hash] of [...forms.keys()].entries()) {
    const fault = found[index];
    if (!(fault instanceof RpcFault)) continue;
    // An error says that the node cannot serve now, not what became of the transaction.
    if (fault.kind === 'error-answer') throw fault;
    chain.oddAnswer(node, fault);
    odd.add(hash);
  }

  // Mined after the head that is read: the next reading will have it.
  const upToHead = found
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
    nonces: new Map(accounts.map((account, index) => [account, counts[index] ?? 0])),
    canonical,
  };
}

/** Members of a multicall share its forms. */
export function byHash(forms: readonly WatchedForm[]): ReadonlyMap<TxHash, WatchedForm> {
  return new Map(forms.map((form) => [form.hash, form]));
}

function moved(): RpcFault {
  return new RpcFault('inconsistent', 'the chain was reorganised while it was read');
}

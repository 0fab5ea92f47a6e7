import type { Address } from '@interline/kernel';
import type { ModelBlock, ModelBranch, ModelReceipt, ModelState } from './model-branch.ts';
import type { ModelChain } from './model-chain.ts';

/** What one method of a node may be behind in, by blocks. */
export const laggingMethods = [
  'head',
  'nonces',
  'receipts',
  'transactions',
  'logs',
  'balances',
] as const;
export type LaggingMethod = (typeof laggingMethods)[number];

/** One configured node: what it keeps back, where it lags, and which branch it follows. */
export interface ModelNode {
  isSilent: boolean;
  servesReceipts: boolean;
  /** Transactions by their hash. */
  servesTransactions: boolean;
  /** Old states and full blocks. */
  servesHistory: boolean;
  readonly lag: Record<LaggingMethod, number>;
  /** Transactions whose receipts it has lost. */
  readonly forgotten: Set<string>;
  /** What it says a tip should be, in wei; null for what is usual. */
  tip: bigint | null;
  /** What it follows instead of the chain, and how many more blocks of it there will be. */
  fork: { readonly branch: ModelBranch; blocksLeft: number } | null;
}

export function healthyNode(): ModelNode {
  return {
    isSilent: false,
    servesReceipts: true,
    servesTransactions: true,
    servesHistory: true,
    lag: { head: 0, nonces: 0, receipts: 0, transactions: 0, logs: 0, balances: 0 },
    forgotten: new Set(),
    tip: null,
    fork: null,
  };
}

export function healNode(node: ModelNode): void {
  const { forgotten: _none, lag, ...rest } = healthyNode();
  node.forgotten.clear();
  Object.assign(node.lag, lag);
  Object.assign(node, rest);
}

/** Where a transaction of ours stands by one node. */
export interface ModelPlace {
  readonly hash: string;
  readonly block: number;
  readonly blockHash: string;
}

/** The chain as one node shows it now. */
export class NodeView {
  readonly node: ModelNode;
  readonly #chain: ModelChain;
  readonly #branch: ModelBranch;

  constructor(chain: ModelChain, node: ModelNode) {
    this.node = node;
    this.#chain = chain;
    this.#branch = node.fork?.branch ?? chain.branch;
  }

  get head(): ModelBlock {
    return this.#latest('head');
  }

  /** Whether it serves the state of a block that it names. */
  servesState(number: number, method: 'nonces' | 'balances'): boolean {
    return number <= this.#latest(method).number;
  }

  stateAt(number: number): ModelState {
    return this.#branch.near(number).state;
  }

  blockBelow(depth: number): ModelBlock {
    return this.#branch.near(this.head.number - depth);
  }

  /** Null above its head. */
  hashAt(number: number): string | null {
    return number > this.head.number ? null : this.#branch.hashAt(number);
  }

  timeOf(number: number): number {
    return this.#branch.near(number).timestampSec;
  }

  /** The newest state by which it answers a question of that kind. */
  latest(method: 'nonces' | 'balances'): ModelState {
    return this.#latest(method).state;
  }

  nonce(account: string): number {
    return this.latest('nonces').nonces.get(account) ?? 0;
  }

  /** With what waits in the pool, which all nodes share. */
  pendingNonce(account: string): number {
    return this.#chain.pendingNonce(account, this.nonce(account));
  }

  receipt(hash: string): (ModelReceipt & ModelPlace) | null {
    const { servesReceipts, forgotten } = this.node;
    return servesReceipts && !forgotten.has(hash) ? this.#placed(hash, 'receipts') : null;
  }

  place(hash: string): ModelPlace | null {
    return this.node.servesTransactions ? this.#placed(hash, 'transactions') : null;
  }

  /** What has the account's slot by the blocks up to its head. */
  consumer(account: Address, nonce: number): ModelPlace | null {
    const found = this.#branch.consumer(account, nonce);
    return found === null || found.block > this.head.number ? null : this.#placeOf(found);
  }

  /** What spent the permit, by the same. */
  spending(permit: string): (ModelReceipt & ModelPlace) | null {
    const found = this.#branch.spending(permit);
    return found === null || found.block > this.head.number
      ? null
      : { ...found, ...this.#placeOf(found) };
  }

  /** What its logs show, oldest first. */
  *transfers(): Generator<ModelReceipt> {
    const last = Math.min(this.head.number, this.#latest('logs').number);
    for (const receipt of this.#branch.receipts())
      if (receipt.block <= last && receipt.isSuccess && !receipt.isEmpty) yield receipt;
  }

  #latest(method: LaggingMethod): ModelBlock {
    return this.#branch.near(this.#branch.head.number - this.node.lag[method]);
  }

  #placed(hash: string, method: 'receipts' | 'transactions'): (ModelReceipt & ModelPlace) | null {
    const found = this.#branch.receipt(hash);
    return found === null || found.block > this.#latest(method).number
      ? null
      : { ...found, ...this.#placeOf(found) };
  }

  #placeOf({ tx, block }: ModelReceipt): ModelPlace {
    return { hash: tx.hash, block, blockHash: this.#branch.near(block).hash };
  }
}

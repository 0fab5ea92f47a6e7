import type { ModelTx } from './model-tx.ts';

export interface ModelReceipt {
  readonly tx: ModelTx;
  readonly block: number;
  readonly isSuccess: boolean;
  /** It succeeded and moved nothing. */
  readonly isEmpty: boolean;
  readonly gasUsed: bigint;
  readonly gasCost: bigint;
}

export interface ModelState {
  readonly balances: ReadonlyMap<string, bigint>;
  /** In wei, of accounts that pay for gas. */
  readonly coins: ReadonlyMap<string, bigint>;
  readonly nonces: ReadonlyMap<string, number>;
  readonly spentPermits: ReadonlySet<string>;
}

export interface ModelBlock {
  readonly number: number;
  readonly hash: string;
  readonly timestampSec: number;
  readonly state: ModelState;
  readonly receipts: readonly ModelReceipt[];
}

/** One line of blocks, as a node follows it: the chain itself, or what a fork has left behind. */
export class ModelBranch {
  readonly #blocks: ModelBlock[];
  readonly #byHash = new Map<string, ModelReceipt>();
  readonly #bySlot = new Map<string, ModelReceipt>();
  readonly #byPermit = new Map<string, ModelReceipt>();

  constructor(blocks: readonly [ModelBlock, ...(readonly ModelBlock[])]) {
    this.#blocks = [...blocks];
    for (const block of blocks) this.#index(block);
  }

  get length(): number {
    return this.#blocks.length;
  }

  get head(): ModelBlock {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('the model chain has no block');
    return head;
  }

  get #first(): number {
    return this.#blocks[0]?.number ?? 0;
  }

  /** The block of that height; the first or the last where there is none. */
  near(number: number): ModelBlock {
    const last = this.#blocks.length - 1;
    return this.#blocks[Math.min(Math.max(0, number - this.#first), last)] ?? this.head;
  }

  hashAt(number: number): string | null {
    return this.#blocks[number - this.#first]?.hash ?? null;
  }

  receipt(hash: string): ModelReceipt | null {
    return this.#byHash.get(hash) ?? null;
  }

  receipts(): Iterable<ModelReceipt> {
    return this.#byHash.values();
  }

  /** What has the account's slot, ours or not. */
  consumer(account: string, nonce: number): ModelReceipt | null {
    return this.#bySlot.get(`${account}/${nonce}`) ?? null;
  }

  /** What spent the permit. */
  spending(permit: string): ModelReceipt | null {
    return this.#byPermit.get(permit) ?? null;
  }

  push(block: ModelBlock): void {
    this.#blocks.push(block);
    this.#index(block);
  }

  /** Drops the newest blocks, all but the first at most; returns them, oldest first. */
  cut(depth: number): readonly ModelBlock[] {
    const dropped = this.#blocks.splice(Math.max(1, this.#blocks.length - depth));
    for (const { receipts } of dropped) {
      for (const { tx } of receipts) {
        this.#byHash.delete(tx.hash);
        if (tx.nonce !== null) this.#bySlot.delete(`${tx.from}/${tx.nonce}`);
        if ('permit' in tx.action) this.#byPermit.delete(tx.action.permit);
      }
    }
    // What was spent in a block that stays may have been tried again in one that is gone.
    for (const receipt of this.#byHash.values()) this.#indexPermit(receipt);
    return dropped;
  }

  copy(): ModelBranch {
    const [first, ...rest] = this.#blocks;
    if (first === undefined) throw new Error('the model chain has no block');
    return new ModelBranch([first, ...rest]);
  }

  #index({ receipts }: ModelBlock): void {
    for (const receipt of receipts) {
      const { tx } = receipt;
      this.#byHash.set(tx.hash, receipt);
      if (tx.nonce !== null) this.#bySlot.set(`${tx.from}/${tx.nonce}`, receipt);
      this.#indexPermit(receipt);
    }
  }

  #indexPermit(receipt: ModelReceipt): void {
    const { action } = receipt.tx;
    if (receipt.isSuccess && 'permit' in action && !this.#byPermit.has(action.permit))
      this.#byPermit.set(action.permit, receipt);
  }
}

import { type ChainRef, type Hex, type PermitKey, permitKeyText } from '@interline/kernel';

/**
 * What a transaction of the model does; `mint` is money from outside, `pull` redeems a permit,
 * `cancel` spends it for nothing.
 */
export type ModelAction =
  | {
      readonly kind: 'pull';
      readonly permit: string;
      readonly owner: string;
      readonly to: string;
      readonly units: bigint;
      readonly deadlineSec: number;
    }
  | { readonly kind: 'transfer'; readonly to: string; readonly units: bigint }
  | { readonly kind: 'mint'; readonly to: string; readonly units: bigint }
  | { readonly kind: 'cancel'; readonly permit: string }
  | { readonly kind: 'approve' }
  | { readonly kind: 'noop' };

export interface ModelTx {
  readonly hash: Hex;
  readonly from: string;
  /** Null for transactions of others, whose nonces do not matter here. */
  readonly nonce: number | null;
  readonly action: ModelAction;
  /** The most it offers for gas; left out where that is always enough. */
  readonly fee?: bigint;
}

export interface ModelReceipt {
  readonly tx: ModelTx;
  readonly block: number;
  readonly isSuccess: boolean;
  /** It succeeded and moved nothing. */
  readonly isEmpty: boolean;
}

interface ModelState {
  readonly balances: ReadonlyMap<string, bigint>;
  readonly nonces: ReadonlyMap<string, number>;
  readonly spentPermits: ReadonlySet<string>;
}

interface ModelBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly timestampSec: number;
  readonly state: ModelState;
  readonly receipts: readonly ModelReceipt[];
}

const blockSec = 2;

/**
 * One token on one chain: blocks with their own balances, a pool, and reorgs that put transactions
 * back into it.
 */
export class ModelChain {
  readonly ref: ChainRef;
  /**
   * Accounts that every transfer from or to reverts for, whatever the block: a blacklist as of now.
   */
  readonly refused = new Set<string>();
  /** Accounts whose code burns more gas than a transfer to them may take, as of now. */
  readonly burning = new Set<string>();
  /**
   * Accounts that every transfer to succeeds for and moves nothing, as of a token that returns
   * false.
   */
  readonly muted = new Set<string>();
  /** What offers less waits. */
  baseFee = 0n;
  #blocks: ModelBlock[];
  #pool: readonly ModelTx[] = [];
  #forks = 0;
  #strangers = 0;
  readonly #taken = new Set<string>();
  readonly #pulledOnce = new Set<string>();
  readonly #revertedOnce = new Set<string>();
  readonly #paidOnce = new Set<string>();
  /**
   * What a reorg took comes back, pulls with the same success, reverts with the same revert: what
   * few confirmations risk is left out.
   */
  readonly #isSteady: boolean;

  constructor(ref: ChainRef, balances: ReadonlyMap<string, bigint>, isSteady: boolean) {
    this.ref = ref;
    this.#isSteady = isSteady;
    this.#blocks = [
      {
        number: 100,
        hash: blockHash(100, 0),
        timestampSec: 1_780_000_000,
        state: { balances, nonces: new Map(), spentPermits: new Set() },
        receipts: [],
      },
    ];
  }

  get head(): ModelBlock {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('the model chain has no block');
    return head;
  }

  /** The block that many below the newest, or the first. */
  below(depth: number): ModelBlock {
    return this.#blocks[Math.max(0, this.#blocks.length - 1 - depth)] ?? this.head;
  }

  balance(owner: string): bigint {
    return this.head.state.balances.get(owner) ?? 0n;
  }

  nonce(account: string): number {
    return this.head.state.nonces.get(account) ?? 0;
  }

  /** With what waits in the pool, without a gap before it. */
  pendingNonce(account: string): number {
    const waiting = new Set(
      this.#pool.filter((one) => one.from === account).map(({ nonce }) => nonce),
    );
    let next = this.nonce(account);
    while (waiting.has(next)) next += 1;
    return next;
  }

  isSpent(permit: string): boolean {
    return this.head.state.spentPermits.has(permit);
  }

  /** A hash no other transaction of the chain has. */
  strangersHash(): Hex {
    this.#strangers += 1;
    return `0x${this.#strangers.toString(16).padStart(64, 'e')}`;
  }

  hasPulled(permit: PermitKey): boolean {
    const key = permitKeyText(permit);
    return this.isSpent(key) && this.spending(key)?.tx.action.kind === 'pull';
  }

  wasPulled(permit: PermitKey): boolean {
    return this.#pulledOnce.has(permitKeyText(permit));
  }

  /** Whether it ever received anything, in a block that is still there or not. */
  wasPaid(account: string): boolean {
    return this.#paidOnce.has(account);
  }

  /** What one account has transferred to another, by the blocks of now. */
  sent(from: string, to: string): bigint {
    let units = 0n;
    for (const { receipts } of this.#blocks) {
      for (const { tx, isSuccess, isEmpty } of receipts)
        if (
          isSuccess &&
          !isEmpty &&
          tx.action.kind === 'transfer' &&
          tx.from === from &&
          tx.action.to === to
        )
          units += tx.action.units;
    }
    return units;
  }

  /** Its transfers since a time, oldest first. */
  payments(
    from: readonly string[],
    to: string,
    sinceSec: number,
  ): readonly {
    readonly hash: Hex;
    readonly logIndex: number;
    readonly units: bigint;
    readonly block: number;
    readonly depth: number;
  }[] {
    return this.#blocks
      .filter(({ timestampSec }) => timestampSec >= sinceSec)
      .flatMap(({ number, receipts }) =>
        receipts.flatMap(({ tx, isSuccess }) =>
          isSuccess &&
          tx.action.kind === 'transfer' &&
          from.includes(tx.from) &&
          tx.action.to === to
            ? [
                {
                  hash: tx.hash,
                  logIndex: 0,
                  units: tx.action.units,
                  block: number,
                  depth: this.head.number - number + 1,
                },
              ]
            : [],
        ),
      );
  }

  /** Money from outside that was in a block once and waits for one again. */
  mintsTaken(to: string): bigint {
    return this.#pool.reduce(
      (sum, { hash, action }) =>
        action.kind === 'mint' && action.to === to && this.#taken.has(hash)
          ? sum + action.units
          : sum,
      0n,
    );
  }

  receipt(hash: string): ModelReceipt | null {
    return this.#find(({ tx }) => tx.hash === hash);
  }

  /** Of the canonical block of that height. */
  hashAt(number: number): Hex {
    const block = this.#blocks.find((one) => one.number === number);
    if (block === undefined) throw new RangeError(`the model chain has no block ${number}`);
    return block.hash;
  }

  /** Of the canonical block of that height, in chain time. */
  timeOf(number: number): number {
    return this.#blocks.find((one) => one.number === number)?.timestampSec ?? 0;
  }

  /** What has the account's slot, ours or not. */
  consumer(account: string, nonce: number): ModelReceipt | null {
    return this.#find(({ tx }) => tx.from === account && tx.nonce === nonce);
  }

  /** What spent the permit. */
  spending(permit: string): ModelReceipt | null {
    return this.#find(
      ({ tx: { action }, isSuccess }) =>
        isSuccess &&
        (action.kind === 'pull' || action.kind === 'cancel') &&
        action.permit === permit,
    );
  }

  #find(is: (receipt: ModelReceipt) => boolean): ModelReceipt | null {
    for (const block of this.#blocks) {
      const found = block.receipts.find(is);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Whether the node takes it: known ones and those that still have their nonce. */
  offer(tx: ModelTx): boolean {
    if (this.receipt(tx.hash) !== null) return false;
    if (tx.nonce !== null && tx.nonce < this.nonce(tx.from)) return false;
    if (!this.#pool.some((one) => one.hash === tx.hash)) this.#pool = [...this.#pool, tx];
    return true;
  }

  /** Mines everything that may go into blocks; `isEmpty` leaves all of it waiting. */
  mine(blocks: number, isEmpty = false, laterSec = 0): void {
    for (let made = 0; made < blocks; made += 1) {
      const { number, timestampSec, state } = this.head;
      const at = timestampSec + blockSec + (made === 0 ? laterSec : 0);
      const mined = isEmpty ? { state, receipts: [] } : this.#run(state, number + 1, at);
      this.#blocks = [
        ...this.#blocks,
        {
          number: number + 1,
          hash: blockHash(number + 1, this.#forks),
          timestampSec: at,
          ...mined,
        },
      ];
      this.#pool = this.#pool.filter(
        (tx) => !mined.receipts.some((one) => one.tx.hash === tx.hash),
      );
    }
  }

  /**
   * Replaces the newest blocks by others, one more of them: first `late` empty ones, then such that
   * take what waits.
   */
  reorg(depth: number, late: number, forgets: boolean): void {
    const keep = Math.max(1, this.#blocks.length - depth);
    const dropped = this.#blocks.slice(keep);
    this.#blocks = this.#blocks.slice(0, keep);
    this.#forks += 1;
    for (const block of dropped) for (const one of block.receipts) this.#taken.add(one.tx.hash);
    const back = dropped
      .flatMap((block) => block.receipts.map((one) => one.tx))
      .filter((tx) => this.#isSteady || !forgets || tx.nonce === null);
    this.#pool = [...back, ...this.#pool.filter((tx) => !back.includes(tx))];
    const made = dropped.length + 1;
    this.mine(Math.min(late, made), true);
    this.mine(Math.max(0, made - late));
  }

  #run(
    before: ModelState,
    number: number,
    timestampSec: number,
  ): { state: ModelState; receipts: readonly ModelReceipt[] } {
    const balances = new Map(before.balances);
    const nonces = new Map(before.nonces);
    const spentPermits = new Set(before.spentPermits);
    const receipts: ModelReceipt[] = [];
    const move = (from: string, to: string, units: bigint, isForced = false): boolean => {
      const held = balances.get(from) ?? 0n;
      if (held < units || (!isForced && (this.refused.has(from) || this.refused.has(to))))
        return false;
      balances.set(from, held - units);
      balances.set(to, (balances.get(to) ?? 0n) + units);
      this.#paidOnce.add(to);
      return true;
    };
    const act = ({ from, action }: ModelTx): boolean => {
      switch (action.kind) {
        case 'approve':
        case 'noop':
          return true;
        case 'cancel':
          spentPermits.add(action.permit);
          return true;
        case 'mint':
          balances.set(action.to, (balances.get(action.to) ?? 0n) + action.units);
          return true;
        case 'transfer':
          return this.muted.has(action.to) || move(from, action.to, action.units);
        case 'pull': {
          const isBack = this.#isSteady && this.#pulledOnce.has(action.permit);
          if (timestampSec > action.deadlineSec && !isBack) return false;
          if (
            spentPermits.has(action.permit) ||
            !move(action.owner, action.to, action.units, isBack)
          )
            return false;
          spentPermits.add(action.permit);
          this.#pulledOnce.add(action.permit);
          return true;
        }
      }
    };
    const waiting = [...this.#pool];
    const affordable = (): readonly ModelTx[] =>
      waiting.filter(({ fee }) => fee === undefined || fee >= this.baseFee);
    const steady = (tx: ModelTx): boolean => this.#isSteady && this.#taken.has(tx.hash);
    for (;;) {
      const next = nextOf(affordable(), nonces, steady);
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      if (next.nonce !== null) nonces.set(next.from, next.nonce + 1);
      const isSuccess = !(this.#isSteady && this.#revertedOnce.has(next.hash)) && act(next);
      if (!isSuccess) this.#revertedOnce.add(next.hash);
      const isEmpty =
        isSuccess && next.action.kind === 'transfer' && this.muted.has(next.action.to);
      receipts.push({ tx: next, block: number, isSuccess, isEmpty });
    }
    return { state: { balances, nonces, spentPermits }, receipts };
  }
}

/**
 * Others' first; of two with one nonce the newer, as nodes replace, unless the older is back from a
 * reorg and steady.
 */
function nextOf(
  waiting: readonly ModelTx[],
  nonces: ReadonlyMap<string, number>,
  isSteady: (tx: ModelTx) => boolean,
): ModelTx | undefined {
  const may = waiting.filter((tx) => tx.nonce === (nonces.get(tx.from) ?? 0));
  return waiting.find((tx) => tx.nonce === null) ?? may.find(isSteady) ?? may.at(-1);
}

function blockHash(number: number, fork: number): Hex {
  return `0x${number.toString(16).padStart(32, '0')}${fork.toString(16).padStart(32, '0')}`;
}

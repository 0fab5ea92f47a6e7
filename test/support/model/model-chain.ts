import {
  type ChainRef,
  evmChainId,
  type Hex,
  type PermitKey,
  permitKeyText,
} from '@interline/kernel';
import {
  type ModelBlock,
  ModelBranch,
  type ModelReceipt,
  type ModelState,
} from './model-branch.ts';
import { gasUsedBy, type ModelTx } from './model-tx.ts';

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
  /** Accounts whose code accepts in every simulation, and in every block fails or burns all gas. */
  readonly traps = new Map<string, 'fails' | 'burns'>();
  /** What offers less waits. */
  baseFee = 0n;
  /** Somebody else has sent from an account of ours. */
  isKeyStolen = false;
  /** What the chain is now. */
  readonly branch: ModelBranch;
  readonly isPriced: boolean;
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

  /**
   * `coins`: what each account of ours has to pay for its gas, in wei; gas is free where that is
   * left out.
   */
  constructor(
    ref: ChainRef,
    balances: ReadonlyMap<string, bigint>,
    isSteady: boolean,
    coins?: ReadonlyMap<string, bigint>,
  ) {
    this.ref = ref;
    this.#isSteady = isSteady;
    this.isPriced = coins !== undefined;
    this.branch = new ModelBranch([
      {
        number: 100,
        hash: blockHash(100, 0),
        timestampSec: 1_780_000_000,
        state: {
          balances,
          coins: coins ?? new Map(),
          nonces: new Map(),
          spentPermits: new Set(),
        },
        receipts: [],
      },
    ]);
  }

  get head(): ModelBlock {
    return this.branch.head;
  }

  /** The block that many below the newest, or the first. */
  below(depth: number): ModelBlock {
    return this.branch.near(this.head.number - depth);
  }

  balance(owner: string): bigint {
    return this.head.state.balances.get(owner) ?? 0n;
  }

  nonce(account: string): number {
    return this.head.state.nonces.get(account) ?? 0;
  }

  /** With what waits in the pool, without a gap before it. */
  pendingNonce(account: string, from = this.nonce(account)): number {
    const waiting = new Set(
      this.#pool.filter((one) => one.from === account).map(({ nonce }) => nonce),
    );
    let next = from;
    while (waiting.has(next)) next += 1;
    return next;
  }

  isSpent(permit: string): boolean {
    return this.head.state.spentPermits.has(permit);
  }

  /** A hash no other transaction has, on this chain or another: what is signed names its chain. */
  strangersHash(): Hex {
    this.#strangers += 1;
    const chain = (evmChainId(this.ref) ?? 0).toString(16).padStart(8, '0');
    return `0x${chain}${this.#strangers.toString(16).padStart(56, 'e')}`;
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
    for (const { tx, isSuccess, isEmpty } of this.branch.receipts())
      if (
        isSuccess &&
        !isEmpty &&
        tx.action.kind === 'transfer' &&
        tx.from === from &&
        tx.action.to === to
      )
        units += tx.action.units;
    return units;
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
    return this.branch.receipt(hash);
  }

  /** What has the account's slot, ours or not. */
  consumer(account: string, nonce: number): ModelReceipt | null {
    return this.branch.consumer(account, nonce);
  }

  /** What spent the permit. */
  spending(permit: string): ModelReceipt | null {
    return this.branch.spending(permit);
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
      const mined =
        isEmpty || this.#pool.length === 0
          ? { state, receipts: [] }
          : this.#run(state, number + 1, at);
      this.branch.push({
        number: number + 1,
        hash: blockHash(number + 1, this.#forks),
        timestampSec: at,
        ...mined,
      });
      const taken = new Set(mined.receipts.map((one) => one.tx.hash));
      if (taken.size > 0) this.#pool = this.#pool.filter(({ hash }) => !taken.has(hash));
    }
  }

  /**
   * Replaces the newest blocks by others, one more of them: first `late` empty ones, then such that
   * take what waits. Returns what was before.
   */
  reorg(depth: number, late: number, forgets: boolean): ModelBranch {
    const before = this.branch.copy();
    const dropped = this.branch.cut(depth);
    this.#forks += 1;
    for (const block of dropped) for (const one of block.receipts) this.#taken.add(one.tx.hash);
    const back = dropped
      .flatMap((block) => block.receipts.map((one) => one.tx))
      .filter((tx) => this.#isSteady || !forgets || tx.nonce === null);
    this.#pool = [...back, ...this.#pool.filter((tx) => !back.includes(tx))];
    const made = dropped.length + 1;
    this.mine(Math.min(late, made), true);
    this.mine(Math.max(0, made - late));
    return before;
  }

  /** An empty block on a branch that was left behind. */
  prolong(branch: ModelBranch): void {
    const { number, timestampSec, state } = branch.head;
    this.#forks += 1;
    branch.push({
      number: number + 1,
      hash: blockHash(number + 1, this.#forks),
      timestampSec: timestampSec + blockSec,
      state,
      receipts: [],
    });
  }

  #run(
    before: ModelState,
    number: number,
    timestampSec: number,
  ): { state: ModelState; receipts: readonly ModelReceipt[] } {
    const balances = new Map(before.balances);
    const coins = new Map(before.coins);
    const nonces = new Map(before.nonces);
    const spentPermits = new Set(before.spentPermits);
    const receipts: ModelReceipt[] = [];
    const move = (from: string, to: string, units: bigint, isForced = false): boolean => {
      const held = balances.get(from) ?? 0n;
      const isRefused = [from, to].some((one) => this.refused.has(one) || this.traps.has(one));
      if (held < units || (!isForced && isRefused)) return false;
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
        case 'touch':
          return !this.refused.has(action.to);
        case 'cancel':
          spentPermits.add(action.permit);
          return true;
        case 'mint':
          balances.set(action.to, (balances.get(action.to) ?? 0n) + action.units);
          return true;
        case 'fuel':
          coins.set(action.to, (coins.get(action.to) ?? 0n) + action.wei);
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
    const canPay = (tx: ModelTx): boolean =>
      !this.isPriced || tx.nonce === null || (coins.get(tx.from) ?? 0n) >= mostCost(tx);
    const steady = (tx: ModelTx): boolean => this.#isSteady && this.#taken.has(tx.hash);
    // A steady one is back at the fee of the block it was in.
    const affordable = (): readonly ModelTx[] =>
      waiting.filter(
        (tx) => steady(tx) || ((tx.fee === undefined || tx.fee >= this.baseFee) && canPay(tx)),
      );
    for (;;) {
      const next = nextOf(affordable(), nonces, steady);
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      if (next.nonce !== null) nonces.set(next.from, next.nonce + 1);
      const isSuccess = !(this.#isSteady && this.#revertedOnce.has(next.hash)) && act(next);
      if (!isSuccess) this.#revertedOnce.add(next.hash);
      const isEmpty =
        isSuccess && next.action.kind === 'transfer' && this.muted.has(next.action.to);
      const gas = this.#gasOf(next, isSuccess);
      if (gas.gasCost > 0n) coins.set(next.from, (coins.get(next.from) ?? 0n) - gas.gasCost);
      receipts.push({ tx: next, block: number, isSuccess, isEmpty, ...gas });
    }
    return { state: { balances, coins, nonces, spentPermits }, receipts };
  }

  #gasOf(
    { action, fee = 0n, tip = 0n, gasLimit = 0n, nonce }: ModelTx,
    isSuccess: boolean,
  ): Pick<ModelReceipt, 'gasUsed' | 'gasCost'> {
    if (!this.isPriced || nonce === null) return { gasUsed: 0n, gasCost: 0n };
    const other =
      action.kind === 'pull' ? action.owner : action.kind === 'transfer' ? action.to : '';
    const burns = !isSuccess && this.traps.get(other) === 'burns';
    const gasUsed = burns ? gasLimit : gasUsedBy[action.kind];
    const price = this.baseFee + tip < fee ? this.baseFee + tip : fee;
    return { gasUsed, gasCost: gasUsed * price };
  }
}

/** What an account must hold for a node to take it. */
function mostCost({ fee = 0n, gasLimit = 0n }: ModelTx): bigint {
  return fee * gasLimit;
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

import {
  carrierOf,
  type ChainRef,
  permitKeyText,
  type SignedPermit,
  type Transaction,
} from '@interline/kernel';
import type {
  BlockRange,
  Clock,
  CustodyPort,
  Log,
  MinedReading,
  PermitFate,
  SlotConsumer,
  TransactionReading,
  UnseenReason,
  WatchedTransaction,
} from '@interline/ports';
import { holdMsOf, type Policy } from '../../switches/index.ts';
import { HeldFindings } from './held-findings.ts';
import type { TransactionStore } from '../repository.ts';
import type { UnprovenReason } from '../unproven-slot.ts';
import { warnUnproven } from './warn-unproven.ts';

/** What a look at the nodes found, and whether it has held long enough to act on. */
export type HeldConsumer =
  | (Extract<SlotConsumer, { kind: 'found' }> & { readonly isHeld: boolean })
  | Extract<SlotConsumer, { kind: 'unseen' }>;
export type HeldFate = PermitFate & { readonly isHeld: boolean };

/** A permit that may be spent. */
export interface SpentPermit {
  /** With the keys that the permit names, because only those can redeem it. */
  readonly custody: Pick<CustodyPort, 'fateOf'>;
  readonly permit: SignedPermit;
  /** All our pulls that redeem it; it was unspent when the first of them was prepared. */
  readonly pulls: readonly Transaction[];
}

interface SlotProofsParts {
  readonly store: TransactionStore;
  readonly custody: Pick<CustodyPort, 'consumerOf'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: Pick<Policy, 'holdSec'>;
}

/**
 * Searches for the consumer of a slot, or of a permit, from the last block where the store saw it
 * free. What the nodes do not show is stored until they do, so that an operator sees it.
 */
export class SlotProofs {
  readonly #store: TransactionStore;
  readonly #custody: Pick<CustodyPort, 'consumerOf'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #policy: Pick<Policy, 'holdSec'>;
  readonly #findings: HeldFindings;
  /** Transactions whose slots are stored as unproven; null before they were read. */
  #unproven: Promise<Set<string>> | null = null;

  constructor({ store, custody, clock, log, policy }: SlotProofsParts) {
    this.#store = store;
    this.#custody = custody;
    this.#clock = clock;
    this.#log = log;
    this.#policy = policy;
    this.#findings = new HeldFindings(clock);
  }

  /** `takenAt`: where the slot was first seen taken; null for the head. */
  async consumerOf(
    watched: WatchedTransaction,
    takenAt: number | null,
    signal: AbortSignal,
  ): Promise<HeldConsumer> {
    const { transaction, forms } = watched;
    const freeAt = await this.#store.reads.transactions.freeAtOf(carrierOf(transaction));
    const found = await this.#custody.consumerOf(watched, { freeAt, takenAt }, signal);
    if (found.kind === 'unseen') {
      this.#findings.drop(slotKey(transaction), () => shownOtherwise.includes(found.reason));
      await this.noteUnproven(transaction, found.reason, found.range);
      return found;
    }
    const { chain } = transaction;
    const isOurs = forms.some(({ hash }) => hash === found.hash);
    if (!isOurs) this.#findings.drop(endKey(transaction));
    const heldMs = this.#findings.note(slotKey(transaction), found.hash);
    const isHeld = heldMs >= holdMsOf(this.#policy, chain);
    const { state } = transaction;
    if (isOurs && state !== 'displaced' && state !== 'filled')
      await this.noteUnproven(transaction, 'receipt-owed', { from: found.block, to: found.block });
    else if (isHeld) await this.proven(transaction);
    return { ...found, isHeld };
  }

  async fateOf({ custody, permit, pulls }: SpentPermit, signal: AbortSignal): Promise<HeldFate> {
    const { transactions } = this.#store.reads;
    const blocks = await Promise.all(pulls.map((one) => transactions.preparedAtOf(carrierOf(one))));
    const known = blocks.filter((one) => one !== null);
    // Not the last block with a free slot, because the payer may have spent the permit before that.
    const unspentAt = known.length === 0 ? null : Math.min(...known);
    const fate = await custody.fateOf(permit, unspentAt, signal);
    const key = `permit/${permitKeyText(permit)}`;
    if (fate.kind === 'unseen') {
      // Unless it was only silence, a node has shown the permit spent.
      this.#findings.drop(key, (finding) =>
        finding === 'unspent'
          ? fate.reason !== 'node-silent'
          : shownOtherwise.includes(fate.reason),
      );
      return { ...fate, isHeld: false };
    }
    const finding = fate.kind === 'spent-elsewhere' ? `${fate.block}/${fate.hash}` : fate.kind;
    const heldMs = this.#findings.note(key, finding);
    return { ...fate, isHeld: heldMs >= holdMsOf(this.#policy, permit.chain) };
  }

  /**
   * Whether the transaction's end, as just read, has held long enough to act on. A free slot
   * contradicts every end, and every finding of a slot's consumer. A taken slot without a receipt
   * contradicts nothing, since receipts lag.
   */
  isEndHeld(transaction: Transaction, { mined, isSlotTaken }: TransactionReading): boolean {
    if (mined !== null) {
      this.#findings.drop(slotKey(transaction), (found) => found !== mined.hash);
      const heldMs = this.#findings.note(endKey(transaction), endOf(mined));
      return heldMs >= holdMsOf(this.#policy, transaction.chain);
    }
    if (!isSlotTaken) {
      this.#findings.drop(endKey(transaction));
      this.#findings.drop(slotKey(transaction));
    }
    return false;
  }

  /**
   * The same for findings from elsewhere, with their own key; null is a look that shows nothing.
   */
  isHeld(chain: ChainRef, key: string, finding: string | null): boolean {
    if (finding !== null) return this.#findings.note(key, finding) >= holdMsOf(this.#policy, chain);
    this.#findings.drop(key);
    return false;
  }

  /** Stores and logs why the end of the transaction's slot cannot be proven now. */
  async noteUnproven(
    transaction: Transaction,
    reason: UnprovenReason,
    range: BlockRange | null,
  ): Promise<void> {
    warnUnproven(this.#log, transaction, reason, range);
    const nowMs = this.#clock.now();
    await this.#unlessStoreFails(async () => {
      (await this.#known()).add(transaction.id);
      await this.#store.run('slot-unproven', (tx) =>
        tx.transactions.noteUnproven({
          transactionId: transaction.id,
          chain: transaction.chain,
          account: transaction.account,
          slot: String(transaction.slot),
          reason,
          rangeFrom: range?.from ?? null,
          rangeTo: range?.to ?? null,
          sinceMs: nowMs,
          lookedAtMs: nowMs,
        }),
      );
    });
  }

  /** The end of its slot is proven, so it no longer waits for an operator. */
  async proven({ id }: Pick<Transaction, 'id'>): Promise<void> {
    await this.#unlessStoreFails(async () => {
      if (!(await this.#known()).delete(id)) return;
      await this.#store.run('slot-proven', (tx) => tx.transactions.clearUnproven(id));
    });
  }

  #known(): Promise<Set<string>> {
    this.#unproven ??= this.#store.reads.transactions
      .unprovenSlots()
      .then((slots) => new Set(slots.map(({ transactionId }) => transactionId)));
    return this.#unproven;
  }

  /** The record is for operators, so a failed write must not fail a reading. */
  async #unlessStoreFails(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.#unproven = null;
      this.#log.warn('unproven-not-stored', {});
    }
  }
}

/** Reasons why an answered search no longer shows an earlier finding. */
const shownOtherwise: readonly UnseenReason[] = ['nodes-disagree', 'not-in-range'];

function endKey({ id }: Transaction): string {
  return `end/${id}`;
}

function slotKey({ chain, account, slot }: Transaction): string {
  return `slot/${chain}/${account}/${slot}`;
}

/**
 * Another block with the same transaction is another end, because a reorg may have changed its
 * effect.
 */
function endOf({ hash, blockHash, isSuccess }: MinedReading): string {
  return `${hash}/${blockHash}/${isSuccess}`;
}

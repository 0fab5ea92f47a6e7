import { type ChainRef, faultInLog, type Transaction } from '@interline/kernel';
import {
  awaitTransaction,
  type MinedTransaction,
  settleEnd,
  StaleTransaction,
  withKeysOf,
} from '../transactions/index.ts';
import type { Awaiting } from './commit-payment.ts';
import { unmadeOutcome } from './payment-outcome.ts';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement } from './settlement.ts';
import { type AwaitedEnd, endUnmade, storeEnd } from './store-end.ts';

const patienceMs = 1_000;

/** Takes the transactions of payments to their ends, whichever way they end. */
export class SettleEnds implements Awaiting {
  readonly #ports: PaymentPorts;
  /** Owners whose end a request awaits here: the duty leaves them to it. */
  readonly #awaited = new Set<string>();
  /** The unfinished work of earlier runs, by chain. */
  readonly #settling = new Map<ChainRef, Promise<unknown>>();

  constructor(ports: PaymentPorts) {
    this.#ports = ports;
  }

  /**
   * Settles all payments that no request waits for. A payment under way is left for the next run,
   * and so is a slow chain, so that no chain waits for another.
   */
  async settleAll(): Promise<void> {
    const { store, authorized, clock, lifetime } = this.#ports;
    const { reads } = store;
    const [open, givenUp] = await Promise.all([
      reads.transactions.openTransactions({ owner: 'payment' }),
      reads.payments.givenUp(),
    ]);
    for (const chain of authorized.chains) {
      if (this.#settling.has(chain)) continue;
      const its = [
        ...open
          .filter((one) => one.chain === chain && !this.#awaited.has(one.owner.id))
          .map((one) => this.#settleOne(one, { patienceMs, reports: () => false })),
        ...givenUp.filter((one) => one.chain === chain).map((one) => this.#settleGivenUp(one)),
      ];
      if (its.length === 0) continue;
      const settled = Promise.all(its.map((one) => this.#postponed(chain, one)));
      this.#settling.set(
        chain,
        settled.finally(() => this.#settling.delete(chain)),
      );
    }
    const all = Promise.all(this.#settling.values());
    await Promise.race([all, clock.sleep(patienceMs, lifetime)]);
    if (lifetime.aborted) await all;
  }

  async #postponed(chain: ChainRef, settling: Promise<unknown>): Promise<void> {
    try {
      await settling;
    } catch (error) {
      if (error instanceof StaleTransaction) return;
      this.#ports.log.warn('payment-postponed', { chain, ...faultInLog(error) });
    }
  }

  hold(sentAs: string): void {
    this.#awaited.add(sentAs);
  }

  release(sentAs: string): void {
    this.#awaited.delete(sentAs);
  }

  /**
   * Waits for the end of a payment that was just committed; one that is not seen in time is left to
   * the duty. The unit that stores its success also marks it as reported.
   */
  async awaitOwn(
    settlement: Settlement,
    {
      patienceMs,
      isAwaited,
    }: {
      readonly patienceMs: number;
      /** Whether any caller still waits; otherwise its success is left for the next caller. */
      readonly isAwaited: () => boolean;
    },
    committed?: Transaction,
  ): Promise<AwaitedEnd> {
    const { reads } = this.#ports.store;
    const { id, sentAs } = settlement;
    if (sentAs === null) return { settlement, isReported: false };
    this.hold(sentAs);
    try {
      const transaction = committed ?? (await reads.transactions.transactionsOf(sentAs)).at(-1);
      const ended =
        transaction?.state === 'open'
          ? await this.#settleOne(transaction, { patienceMs, reports: isAwaited, settlement })
          : null;
      if (ended !== null) return ended;
    } catch (error) {
      // Another process was faster, or the chain does not answer now: the record says what is
      // known.
      this.#ports.log.debug('payment-left', { chain: settlement.chain, ...faultInLog(error) });
    } finally {
      this.release(sentAs);
    }
    return { settlement: (await reads.payments.settlement(id)) ?? settlement, isReported: false };
  }

  /** The settlement as it is now; null where nothing new is known. */
  async #settleOne(
    transaction: Transaction,
    how: {
      readonly patienceMs: number;
      readonly reports: () => boolean;
      /** Read from the store where it is left out. */
      readonly settlement?: Settlement;
    },
  ): Promise<AwaitedEnd | null> {
    const ports = this.#ports;
    const keys = withKeysOf(ports.transactions, transaction.account);
    if (keys === null) return null;
    const awaited = await awaitTransaction(keys, transaction, how, ports.lifetime);
    if (awaited.verdict === 'pending') return null;
    const settlement =
      how.settlement ?? (await ports.store.reads.payments.settlementSentAs(transaction.owner.id));
    if (settlement === null) return null;
    const end = (seen: MinedTransaction) => storeEnd(ports, settlement, seen, how.reports);
    // Asked before anything is stored, so that the next run asks again where no node answers.
    const displaced =
      awaited.verdict === 'displaced'
        ? await unmadeOutcome(ports, settlement, { id: transaction.id, txHash: null, block: 0 })
        : null;
    if (awaited.verdict === 'displaced' && displaced === null) return null;
    let unmade: AwaitedEnd | null = null;
    return settleEnd<AwaitedEnd | null, PaymentUnit>(keys, awaited, {
      displacedUnit: 'payment-displaced',
      pending: () => null,
      whenDisplaced: async (tx) => {
        unmade = displaced && (await endUnmade(tx, settlement, displaced));
      },
      displaced: () => {
        ports.log.error('payment-displaced', { chain: transaction.chain });
        return unmade;
      },
      mined: end,
      reverted: end,
      filled: end,
    });
  }

  /**
   * For a payment whose transaction an operator gave up: no block will show it, and nothing else
   * looks for its end.
   */
  async #settleGivenUp(settlement: Settlement): Promise<void> {
    const ports = this.#ports;
    const sent = await ports.store.reads.transactions.transactionsOf(settlement.sentAs ?? '');
    const id = sent.at(-1)?.id;
    if (id === undefined) return;
    const outcome = await unmadeOutcome(ports, settlement, { id, txHash: null, block: 0 });
    if (outcome === null) return;
    await ports.store.run('end-given-up', async (tx) => {
      // The transaction may have been found in a block after all.
      if ((await tx.transactions.transaction(id))?.state === 'displaced')
        await endUnmade(tx, settlement, outcome);
    });
  }
}

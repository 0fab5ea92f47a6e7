import { accountRoles, type ChainRef, faultInLog, type Transaction } from '@interline/kernel';
import {
  awaitTransaction,
  type Booked,
  type MinedTransaction,
  movedUnits,
  settleEnd,
  settleMined,
  StaleTransaction,
  withKeysOf,
} from '../transactions/index.ts';
import type { Awaiting } from './accept-payment.ts';
import type { PaymentPorts } from './ports.ts';
import { chargeFailure, isOwnSale } from './quota.ts';
import { reasons, reasonsOf } from './reasons.ts';
import type { PaymentUnit } from './repository.ts';
import { type Settlement, type SettlementOutcome, signedOf } from './settlement.ts';
import { toldInDoubt } from './told-in-doubt.ts';

const patienceMs = 1_000;

interface AwaitedEnd {
  readonly settlement: Settlement;
  /** Marks its success as reported to the caller that waited for it here. */
  readonly isTold: boolean;
}

/** Takes the transactions of payments to their ends, by every way that a transaction can have. */
export class SettleEnds implements Awaiting {
  readonly #ports: PaymentPorts;
  /** Those that a request waits for here: the duty leaves them to it. */
  readonly #awaited = new Set<string>();
  /** What a run still does on each chain. */
  readonly #settling = new Map<ChainRef, Promise<unknown>>();

  constructor(ports: PaymentPorts) {
    this.#ports = ports;
  }

  /**
   * For all that no request waits for; one that is under way is left for the next run, and so is a chain
   * that takes longer, so that none waits for another.
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
          .map((one) => this.#settleOne(one, { patienceMs, tells: () => false })),
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
   * Waits for the end of what was just committed; what is not seen in time is left to the duty. Its
   * success counts as told in the very unit that stores it.
   */
  async awaitOwn(
    settlement: Settlement,
    {
      patienceMs,
      isAwaited,
    }: {
      readonly patienceMs: number;
      /** Whether any caller still waits: else its success is left for the next one. */
      readonly isAwaited: () => boolean;
    },
    committed?: Transaction,
  ): Promise<AwaitedEnd> {
    const { reads } = this.#ports.store;
    const { id, sentAs } = settlement;
    if (sentAs === null) return { settlement, isTold: false };
    this.hold(sentAs);
    try {
      const transaction = committed ?? (await reads.transactions.transactionsOf(sentAs)).at(-1);
      const ended =
        transaction?.state === 'open'
          ? await this.#settleOne(transaction, { patienceMs, tells: isAwaited, settlement })
          : null;
      if (ended !== null) return ended;
    } catch (error) {
      // Another process was faster, or the chain is silent now: the record says what is known.
      this.#ports.log.debug('payment-left', { chain: settlement.chain, ...faultInLog(error) });
    } finally {
      this.release(sentAs);
    }
    return { settlement: (await reads.payments.settlement(id)) ?? settlement, isTold: false };
  }

  /** The settlement as it is now; null where nothing new is known. */
  async #settleOne(
    transaction: Transaction,
    how: {
      readonly patienceMs: number;
      readonly tells: () => boolean;
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
    const end = (seen: MinedTransaction) => storeEnd(ports, settlement, seen, how.tells);
    // Asked before anything is stored, so that it is asked again where no node answers.
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

  /** By an operator: its transaction will not be seen in a block, and nothing else looks for its end. */
  async #settleGivenUp(settlement: Settlement): Promise<void> {
    const ports = this.#ports;
    const sent = await ports.store.reads.transactions.transactionsOf(settlement.sentAs ?? '');
    const id = sent.at(-1)?.id;
    if (id === undefined) return;
    const outcome = await unmadeOutcome(ports, settlement, { id, txHash: null, block: 0 });
    if (outcome === null) return;
    await ports.store.run('end-given-up', async (tx) => {
      // It may have been found in a block after all.
      if ((await tx.transactions.transaction(id))?.state === 'displaced')
        await endUnmade(tx, settlement, outcome);
    });
  }
}

async function storeEnd(
  ports: PaymentPorts,
  settlement: Settlement,
  seen: MinedTransaction,
  tells: () => boolean,
): Promise<AwaitedEnd | null> {
  const outcome = await outcomeOf(ports, settlement, seen);
  if (outcome === null) return null;
  const atMs = ports.clock.now();
  let isMarked = false;
  const unit = async (tx: PaymentUnit): Promise<AwaitedEnd> => {
    await settleMined(tx, seen, { engine: null, atMs, ...bookedOf(ports, settlement, seen) });
    // What is seen for the first time was neither told nor charged before: another would have moved it.
    const isFirst = seen.transaction.state === 'open' && seen.transaction.reorgs === 0;
    const now = isFirst
      ? settlement
      : ((await tx.payments.settlement(settlement.id)) ?? settlement);
    const isLoss = seen.end === 'reverted' && !outcome.isSuccess && !now.isCharged;
    if (isLoss) await chargeFailure(ports, tx, settlement, seen.mined.gasCost);
    const isTold = tells() && outcome.isSuccess && now.toldAtMs === null;
    const change = {
      outcome,
      isCharged: now.isCharged || isLoss,
      toldAtMs: isTold ? atMs : now.toldAtMs,
    };
    await tx.payments.endSettlement(settlement.id, change);
    isMarked = isTold;
    return { settlement: { ...now, ...change }, isTold };
  };
  return ports.store.run('end-settlement', unit).catch(async (error: unknown) => {
    if (!isMarked) throw error;
    const told = { id: settlement.id, atMs };
    return { settlement: await toldInDoubt(ports, told, error), isTold: true };
  });
}

/** What somebody pays to an account of ours is in the books; as a fee where it is the price of our own. */
function bookedOf(
  { transactions: { custody } }: PaymentPorts,
  { chain, token, payTo, client, units: paid }: Settlement,
  { end }: Pick<MinedTransaction, 'end'>,
): Pick<Booked, 'ours' | 'closing'> {
  const ours = new Map(accountRoles.map((role) => [custody.account(chain, role), role] as const));
  if (end !== 'mined' || !isOwnSale(client) || !ours.has(payTo)) return { ours };
  const units: bigint = paid;
  return {
    ours,
    closing: [
      { kind: 'unclaimed', chain, token, holder: '', units },
      { kind: 'fees', chain, token, holder: '', units: -units },
    ],
  };
}

/** Within the unit that gives ours up: what came of the payment without it. */
async function endUnmade(
  { payments }: Pick<PaymentUnit, 'payments'>,
  settlement: Settlement,
  outcome: SettlementOutcome,
): Promise<AwaitedEnd> {
  const now = (await payments.settlement(settlement.id)) ?? settlement;
  const { isCharged, toldAtMs } = now;
  await payments.endSettlement(now.id, { outcome, isCharged, toldAtMs });
  return { settlement: { ...now, outcome }, isTold: false };
}

/** Null while it is used and no node shows by what. */
async function outcomeOf(
  ports: PaymentPorts,
  settlement: Settlement,
  { end, mined, transaction }: MinedTransaction,
): Promise<SettlementOutcome | null> {
  if (end === 'mined')
    return movedUnits(mined, transaction.expects) >= settlement.units
      ? { isSuccess: true, txHash: mined.hash, reason: null }
      : { isSuccess: false, txHash: mined.hash, reason: reasons.transfer };
  return unmadeOutcome(ports, settlement, {
    id: transaction.id,
    txHash: end === 'filled' ? null : mined.hash,
    block: mined.block,
  });
}

/** Ours came to nothing; somebody else may have sent what its payer signed. */
async function unmadeOutcome(
  { authorized, store, lifetime }: PaymentPorts,
  settlement: Settlement,
  ours: { readonly id: string; readonly txHash: string | null; readonly block: number },
): Promise<SettlementOutcome | null> {
  const preparedAt = await store.reads.transactions.preparedAtOf(ours.id);
  // It was simulated there.
  const looked = { block: preparedAt ?? ours.block, wasUnused: preparedAt !== null };
  const transfer = { ...signedOf(settlement), signature: '0x' } as const;
  const fate = await authorized.fateOf(transfer, { ...looked, head: ours.block }, lifetime);
  const failed = (reason: string) => ({ isSuccess: false, txHash: ours.txHash, reason });
  switch (fate.kind) {
    case 'made':
      return { isSuccess: true, txHash: fate.hash, reason: null };
    case 'spent':
      return failed(reasonsOf[transfer.method].used);
    case 'unused':
      return failed(reasons.failed);
    case 'unknown':
      return null;
  }
}

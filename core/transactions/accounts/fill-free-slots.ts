import { relayerOwner, type Transaction } from '@interline/kernel';
import type { Prepared, QueueReading } from '@interline/ports';
import { gasReservation } from '../gas.ts';
import type { TransactionPorts } from '../ports.ts';
import { replaceIfStuck } from '../replace/replace-transaction.ts';
import type { Account, TransactionUnit } from '../repository.ts';
import { sendCommitted, transactionOf } from '../send/commit-transactions.ts';
import { type MinedTransaction, settleEnd, settleMined } from '../settle/settle-transaction.ts';
import { awaitTransaction } from '../watch/await-transaction.ts';

/** Maximum no-ops per look. */
const fillersAtMost = 64;
const patienceMs = 3_000;

/**
 * Slots that the store never allotted and that are free although later ones are taken: a lost part
 * of the store allotted them. What it signed for them may still be mined, and later slots of the
 * same sequence are blocked while they are free.
 */
export function freeSlots(
  { free = [] }: Pick<QueueReading, 'free'>,
  nextSlot: number,
): readonly number[] {
  return free.filter((slot) => slot >= nextSlot);
}

/** The account's open no-ops for such slots. */
export function fillersAmong(
  open: readonly Transaction[],
  { chain, account }: Pick<Account, 'chain' | 'account'>,
): readonly Transaction[] {
  return open.filter(
    (one) => one.purpose === 'noop' && one.chain === chain && one.account === account,
  );
}

/**
 * Must run in the caller's unit. Commits a no-op for each slot without one. At most one of it and
 * of what was signed there before is mined, so its end proves that of the other.
 */
export async function commitFillers(
  { custody, clock, entropy }: Pick<TransactionPorts, 'custody' | 'clock' | 'entropy'>,
  tx: TransactionUnit,
  noop: Prepared,
  free: readonly number[],
): Promise<void> {
  const known = fillersAmong(await tx.transactions.openTransactions({ at: noop }), noop);
  const missing = free.filter((slot) => !known.some((one) => one.slot === slot));
  for (const slot of missing.slice(0, fillersAtMost)) {
    const transaction: Transaction = {
      ...transactionOf(noop, clock.now()),
      id: `ef_${entropy.hex(12)}`,
      owner: relayerOwner,
      step: 0,
      slot,
      multicall: null,
    };
    const { id: transactionId, createdAtMs } = transaction;
    const signed = custody.seal({ transactionId, movements: [] }, noop, slot, createdAtMs);
    // Stored without the head it was prepared on, because what was signed before may have been
    // mined below it.
    await tx.transactions.insertTransaction(transaction);
    await tx.transactions.insertSignedTransaction(signed);
    await tx.transactions.insertReservation(gasReservation(relayerOwner, transactionId, noop));
  }
}

/**
 * Sends the account's fillers, the only transactions that it sends while stopped, and settles the
 * mined ones. The slot of a displaced filler is read from the chain like any other.
 */
export async function seeFillersThrough(
  ports: TransactionPorts,
  at: Pick<Account, 'chain' | 'account'>,
  signal: AbortSignal,
): Promise<void> {
  const open = fillersAmong(await ports.store.reads.transactions.openTransactions({ at }), at);
  await Promise.all(open.map(async (one) => seeThrough(ports, one, signal)));
}

async function seeThrough(
  ports: TransactionPorts,
  filler: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const settle = async (seen: MinedTransaction): Promise<void> => {
    await ports.store.run('settle-filler', (tx) =>
      settleMined(tx, seen, { engine: null, atMs: ports.clock.now() }),
    );
  };
  const options = { untilMined: true, patienceMs } as const;
  await settleEnd<void>(ports, await awaitTransaction(ports, filler, options, signal), {
    displacedUnit: 'filler-displaced',
    async pending(sighting) {
      if (sighting?.isSlotTaken === true) return;
      const forms = await replaceIfStuck(ports, filler, signal, 'by-order');
      const committed = forms.map((one) => ({ transaction: filler, signedTransaction: one }));
      await sendCommitted(ports, committed, signal);
    },
    displaced: () => undefined,
    mined: settle,
    reverted: settle,
    filled: settle,
  });
}

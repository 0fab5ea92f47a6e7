import { asUnits, finalityOf, openReservation, routeOwner } from '@interline/kernel';
import type { AddressReading } from '@interline/ports';
import { depositEntry, depositId, postArrival, reverseMined } from '../../books/index.ts';
import { floatBook } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import { type Deposit, outputKey, type SeenOutput } from './deposit.ts';
import { mergeSeen } from './merge-seen.ts';
import { shortfallOf, sumOf } from './worth-of.ts';

type Ports = Pick<TransferPorts, 'store' | 'deposits' | 'custody' | 'clock' | 'policy'>;

/** Reads the deposit's address and stores what is new. Throws `CHAIN_UNREACHABLE`. */
export async function lookAtDeposit(
  ports: Ports,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  const { addresses } = await ports.deposits.seenAt(deposit.chain, [watchedOf(deposit)], signal);
  const reading = addresses[0];
  return reading === undefined ? deposit : keepSeen(ports, route, deposit, reading);
}

export function watchedOf({ address, outputs }: Deposit) {
  return { address, known: outputs.map(({ tx, output }) => ({ tx, output })) };
}

/**
 * Stores what a reading shows. An output in a block is booked as the payer's; the booking is
 * reversed if the block is gone.
 */
export async function keepSeen(
  ports: Ports,
  route: Route,
  deposit: Deposit,
  reading: AddressReading,
): Promise<Deposit> {
  const { finalDepth } = finalityOf(ports.policy.finality, deposit.chain);
  const outputs = mergeSeen(deposit.outputs, reading, ports.clock.now(), finalDepth + 1);
  if (isSame(deposit.outputs, outputs)) return deposit;
  return ports.store.run('deposit-seen', async (tx) => {
    const before = new Map(deposit.outputs.map((one) => [outputKey(one), one]));
    for (const one of outputs)
      await rebook(ports, tx, route, before.get(outputKey(one))?.blockHash ?? null, one);
    await holdUnused(ports, tx, route, { ...deposit, outputs });
    const isFirst = deposit.state === 'unpaid' && outputs.length > 0;
    return tx.transfers.moveDeposit(deposit, {
      outputs,
      ...(isFirst ? { state: 'seen' as const } : {}),
    });
  });
}

function isSame(before: readonly SeenOutput[], now: readonly SeenOutput[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, index) => {
      const other = now[index];
      return (
        one.confirmations === other?.confirmations &&
        one.blockHash === other.blockHash &&
        one.isGone === other.isGone &&
        one.replacedBy === other.replacedBy
      );
    })
  );
}

async function rebook(
  { custody, clock }: Pick<TransferPorts, 'custody' | 'clock'>,
  tx: TransferUnit,
  route: Route,
  bookedIn: string | null,
  one: SeenOutput,
): Promise<void> {
  if (one.blockHash === bookedIn) return;
  const owner = routeOwner(route.id);
  const atMs = clock.now();
  if (bookedIn !== null) await reverseMined(tx.books, owner, depositId(one), atMs);
  if (one.block === null || one.blockHash === null) return;
  const { tx: hash, output, units, block, blockHash } = one;
  const account = custody.account(route.order.from.chain, 'float');
  const posted = await tx.books.entriesOfTransaction(owner.id, depositId(one));
  const seen = { tx: hash, output, units, block, blockHash, account, atMs };
  const entry = depositEntry(bookedRoute(route), seen, posted);
  if (entry !== null) await postArrival(tx.books, entry);
}

/** Id of the hold on unused units at the address. */
function unusedId(routeId: string): string {
  return `hd_${routeId}`;
}

/**
 * Must run in the caller's unit. Unused units belong to the payer and are not inventory, except for
 * what covers outputs that are gone.
 */
export async function holdUnused(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order }: Pick<Route, 'id' | 'order'>,
  deposit: Pick<Deposit, 'state' | 'credited' | 'outputs' | 'refunds'>,
): Promise<void> {
  const unused = deposit.outputs.filter(({ use, block }) => use === null && block !== null);
  const above = sumOf(unused) - shortfallOf(deposit);
  const units = asUnits(above > 0n ? above : 0n);
  const hold = (await tx.transactions.reservationsOf(id)).find((one) => one.id === unusedId(id));
  const countsFromBlock = Math.min(...unused.map(({ block }) => block ?? 0));
  if (units === 0n) {
    if (hold !== undefined) await tx.transactions.releaseReservation(hold.id);
  } else if (hold !== undefined) {
    await tx.transactions.setReservation(hold.id, { units, countsFromBlock });
  } else {
    await tx.transactions.insertReservation(
      openReservation({
        id: unusedId(id),
        owner: routeOwner(id),
        kind: 'payers',
        units,
        countsFromBlock,
        book: floatBook(custody, order.from),
      }),
    );
  }
}

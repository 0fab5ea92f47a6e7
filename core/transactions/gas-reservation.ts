import {
  asUnits,
  type Book,
  maxCostWei,
  nativeAddress,
  RelayError,
  type Reservation,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { freeIn } from './free-in.ts';

const prefix = 'gas_';

/** Id of the claim on the account's coin that covers a transaction's gas. */
export function gasReservationId(transactionId: string): string {
  return `${prefix}${transactionId}`;
}

export function isGasReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(prefix);
}

/**
 * Within the caller's unit: there must be coin for the most it can cost. Throws `GAS_EXHAUSTED`.
 */
export async function assertGas(
  ports: Pick<TransactionPorts, 'log'>,
  tx: TransactionUnit,
  routeId: string,
  one: Prepared,
): Promise<void> {
  if ((await freeIn(tx, gasBook(one))) >= maxCostWei(one.tx)) return;
  ports.log.warn('gas-low', { chain: one.chain, role: one.role, routeId });
  throw new RelayError('GAS_EXHAUSTED', { chain: one.chain });
}

export function gasReservation(
  routeId: string,
  transactionId: string,
  one: Pick<Prepared, 'chain' | 'account' | 'tx'>,
): Reservation {
  return {
    id: gasReservationId(transactionId),
    routeId,
    book: gasBook(one),
    kind: 'claim',
    units: asUnits(maxCostWei(one.tx)),
    state: 'open',
    countsFromBlock: 0,
    settledBlock: null,
  };
}

function gasBook(one: Pick<Prepared, 'chain' | 'account'>): Book {
  return { chain: one.chain, account: one.account, token: nativeAddress };
}

import {
  openReservation,
  utcDay,
  allOfLane,
  asUnits,
  type Book,
  type ChainRef,
  isLaneClient,
  maxCost,
  maxUint256,
  nativeAddress,
  noUnits,
  type Owner,
  RelayError,
  type Reservation,
  type Transaction,
} from '@interline/kernel';
import type { MinedReading, Prepared } from '@interline/ports';
import { burntCost } from './settle/burnt-gas.ts';
import { freeIn } from './float/inventory.ts';
import type { TransactionPorts } from './ports.ts';
import type { TransactionUnit } from './repository.ts';

const prefix = 'gas_';

/** Id of the reservation of the account's coin that covers a transaction's gas. */
export function gasReservationId(transactionId: string): string {
  return `${prefix}${transactionId}`;
}

export function isGasReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(prefix);
}

/**
 * Within the caller's unit: the account must have coin for the most the transaction can cost.
 * Throws `GAS_EXHAUSTED`.
 */
export async function assertGas(
  ports: Pick<TransactionPorts, 'log'>,
  tx: TransactionUnit,
  owner: Owner,
  one: Prepared,
): Promise<void> {
  if ((await freeIn(tx, gasBook(one))) >= maxCost(one.tx)) return;
  ports.log.warn('gas-low', { chain: one.chain, role: one.role, owner: owner.id });
  throw new RelayError('GAS_EXHAUSTED', { chain: one.chain });
}

/** Reserves the most the transaction can cost. */
export function gasReservation(
  owner: Owner,
  transactionId: string,
  one: Pick<Prepared, 'chain' | 'account' | 'tx'>,
): Reservation {
  return openReservation({
    id: gasReservationId(transactionId),
    owner,
    book: gasBook(one),
    kind: 'outgoing',
    units: asUnits(maxCost(one.tx)),
  });
}

function gasBook(one: Pick<Prepared, 'chain' | 'account'>): Book {
  return { chain: one.chain, account: one.account, token: nativeAddress };
}

/**
 * What payers can make revert (pulls and refunds), and what recipients can: each pauses only its
 * own kind. `code-revert` is of payers with code, which can burn gas at no cost to them, so that
 * they pause no plain account. `sponsor-revert` is of sponsored calls, `revocation` of what takes their
 * code off an account again, and `settle-revert` of payments to others, which have no route; `sale-loss`
 * of sales of ours that cost more gas than they bring. `refund` counts transfers that were pulled and
 * given back without a revert. A rail's calls pause their engine, and the payer for plans with calls: a
 * stale quote is not the client's fault.
 */
export type RevertKind =
  | 'revert'
  | 'code-revert'
  | 'payout-revert'
  | 'call-revert'
  | 'refund'
  | 'sponsor-revert'
  | 'revocation'
  | 'settle-revert'
  | 'sale-loss';

/** The budget of a chain for the gas that reverts cost in one day. */
export function revertBudget(chain: string, kind: RevertKind = 'revert'): string {
  return `${kind}:${chain}`;
}

/** A client's part of it. */
export function clientRevertBudget(
  chain: string,
  client: string,
  kind: RevertKind = 'revert',
): string {
  return `${kind}:${chain}:${client}`;
}

/** The part of all clients of the private lane. */
export function laneRevertBudget(chain: string, kind: RevertKind = 'revert'): string {
  return clientRevertBudget(chain, allOfLane, kind);
}

/** A payer's part of it, from whatever clients its permits come. */
export function payerRevertBudget(
  chain: string,
  payer: string,
  kind: RevertKind = 'revert',
): string {
  return `${kind}:${chain}:payer:${payer}`;
}

/** An engine's budget on a chain, for the gas of its calls that revert in one day. */
export function engineRevertBudget(chain: string, engine: string): string {
  return `call-revert:${chain}:engine:${engine}`;
}

export interface Lost {
  readonly chain: ChainRef;
  readonly client: string;
  readonly payer: string;
  readonly gasCost: bigint;
  readonly kind?: RevertKind;
  /** The engine whose call reverted; left out for everything else. */
  readonly engine?: string;
  /**
   * The payer got its code after acceptance. It counts with the payers with code, so that it pauses
   * no plain account of others, and in the plain budgets of its client and payer too: as a plain
   * account is what it is accepted as the next time.
   */
  readonly isLateCode?: true;
}

/**
 * Within the caller's unit: charges the gas that a revert cost to the three budgets, and to the
 * engine's. The limits bind new starts only, so the charge is made in full.
 */
export async function chargeRevert(
  { clock }: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  { chain, client, payer, gasCost, kind, engine, isLateCode }: Lost,
): Promise<void> {
  const day = utcDay(clock.now());
  const limit = asUnits(maxUint256);
  const units = gasCost > 0n ? asUnits(gasCost) : noUnits;
  const budgets = [
    revertBudget(chain, kind),
    clientRevertBudget(chain, client, kind),
    payerRevertBudget(chain, payer, kind),
    ...(engine === undefined ? [] : [engineRevertBudget(chain, engine)]),
    ...(isLateCode === true
      ? [clientRevertBudget(chain, client), payerRevertBudget(chain, payer)]
      : []),
    ...(isLaneClient(client)
      ? [laneRevertBudget(chain, kind), ...(isLateCode === true ? [laneRevertBudget(chain)] : [])]
      : []),
  ];
  await tx.transactions.charge(
    budgets.map((budget) => ({ budget, units, limit })),
    day,
  );
}

/**
 * Within the unit that settles a transaction which succeeded: charges what code of its payer or
 * recipient burnt in the block beyond its simulation. What is seen again was charged before.
 */
export async function chargeBurnt(
  ports: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  { transaction, mined }: { readonly transaction: Transaction; readonly mined: MinedReading },
  of: Pick<Lost, 'client' | 'payer' | 'kind' | 'isLateCode'>,
): Promise<void> {
  if (transaction.state !== 'open') return;
  const gasCost = await burntCost(tx.transactions, transaction, mined);
  if (gasCost > 0n) await chargeRevert(ports, tx, { ...of, chain: transaction.chain, gasCost });
}

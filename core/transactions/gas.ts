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

/** Id of the reservation of the account's coin for a transaction's gas. */
export function gasReservationId(transactionId: string): string {
  return `${prefix}${transactionId}`;
}

export function isGasReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(prefix);
}

/**
 * Must run in the caller's unit. The account must have coin for the transaction's highest cost.
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

/** Reserves the transaction's highest cost. */
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
 * Kinds of losses, each of which pauses only its own kind. `revert` covers pulls and refunds, which
 * payers can make revert, `payout` what recipients can. `code-revert` covers payers with code,
 * which can burn gas at no cost to them, so that they never pause a plain account. `sponsor-revert`
 * covers sponsored calls, `revocation` the removal of their code from an account, `settle-revert`
 * payments to third parties without a route, and `sale-loss` our sales that cost more gas than they
 * bring. `refund` counts transfers that were pulled and refunded without a revert. A rail's calls
 * pause their engine, and the payer for plans with calls: a stale quote is not the client's fault.
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

/** A chain's daily budget for the gas of reverts. */
export function revertBudget(chain: string, kind: RevertKind = 'revert'): string {
  return `${kind}:${chain}`;
}

/** A client's share of it. */
export function clientRevertBudget(
  chain: string,
  client: string,
  kind: RevertKind = 'revert',
): string {
  return `${kind}:${chain}:${client}`;
}

/** The share of all clients of the private lane. */
export function laneRevertBudget(chain: string, kind: RevertKind = 'revert'): string {
  return clientRevertBudget(chain, allOfLane, kind);
}

/** A payer's share of it, over all clients that send its permits. */
export function payerRevertBudget(
  chain: string,
  payer: string,
  kind: RevertKind = 'revert',
): string {
  return `${kind}:${chain}:payer:${payer}`;
}

/** An engine's daily budget on a chain, for the gas of its reverted calls. */
export function engineRevertBudget(chain: string, engine: string): string {
  return `call-revert:${chain}:engine:${engine}`;
}

export interface Lost {
  readonly chain: ChainRef;
  readonly client: string;
  readonly payer: string;
  readonly gasCost: bigint;
  readonly kind?: RevertKind;
  /** The engine whose call reverted; left out otherwise. */
  readonly engine?: string;
  /**
   * The payer deployed its code after acceptance. It counts with payers with code, so that it
   * pauses no other plain account, and also in the plain budgets of its client and payer, because
   * it would be accepted as a plain account the next time.
   */
  readonly isLateCode?: true;
}

/**
 * Must run in the caller's unit. Charges a revert's gas to the three budgets, and to the engine's.
 * The limits apply to new starts only, so the charge is made in full.
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
 * Must run in the unit that settles a successful transaction. Charges what code of its payer or
 * recipient burnt in the block beyond its simulation. A transaction that is seen again was charged
 * before.
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

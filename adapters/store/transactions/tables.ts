import type {
  AccountRecord,
  FloatTarget,
  Line,
  UnmatchedTransaction,
  UnprovenSlot,
} from '@interline/core/transactions';
import {
  type Book,
  nativeAddress,
  type Owner,
  type Reservation,
  type ReservationKind,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const accountEntity = new EntitySchema<AccountRecord>({
  name: 'account',
  columns: {
    chain: column.text('chain', { primary: true }),
    account: column.text('account', { primary: true }),
    nextSlot: column.whole('next_slot'),
    lastMined: column.whole('last_mined'),
    lastFinal: column.whole('last_final', { default: -1 }),
    stopped: column.longText('stopped', { nullable: true }),
    stoppedAtMs: column.whole('stopped_at_ms', { nullable: true }),
  },
});

/** An owner's two parts, as columns. */
interface OwnerColumns {
  readonly routeId: string;
  readonly ownerKind: Owner['kind'];
}

/** The place of a transaction among those that wait for a multicall; null for all others. */
export interface LineColumns {
  readonly line: Line | null;
  readonly linePayer: string | null;
  readonly lineMovement: string | null;
  readonly payerTurn: number | null;
  readonly movementTurn: number | null;
  /** The later of the two. */
  readonly turn: number | null;
}

export const inNoLine: LineColumns = {
  line: null,
  linePayer: null,
  lineMovement: null,
  payerTurn: null,
  movementTurn: null,
  turn: null,
};

/**
 * What pulls under way are counted by: of a pull and of the allowance in front of it; null for other
 * transactions.
 */
export interface PullColumns {
  /** Chain, token and owner of the permit. */
  readonly pullKey: string | null;
  /** What the pull takes; null for an allowance. */
  readonly pullUnits: bigint | null;
  readonly pullClient: string | null;
  /** The owner's account has code. */
  readonly pullOfCode: boolean | null;
  /** True while it is open and in a block where it reverted; else null. */
  readonly pullSeenReverted: boolean | null;
}

export const noPull: PullColumns = {
  pullKey: null,
  pullUnits: null,
  pullClient: null,
  pullOfCode: null,
  pullSeenReverted: null,
};

export interface TransactionRow
  extends Omit<Transaction, 'owner' | 'isSeenReverted'>, OwnerColumns, LineColumns, PullColumns {
  /** The head that it was prepared on; null where it is not known. */
  readonly preparedAt: number | null;
  /** The last block at which its slot was known to be free; null where none is. */
  readonly freeAt: number | null;
}

const isWaiting = `slot < 0 AND state = 'open'`;
/** As the index spells it, so that queries find it. */
export const paidRoute = `purpose = 'payout' AND state = 'mined' AND owner_kind = 'route'`;
/** As the indices spell it: in no block that is known, and whose owner is no route. */
export const open = `NOT is_final AND state = 'open'`;
export const openOwn = `${open} AND owner_kind <> 'route'`;
/** A payout of a chain's own coin; as the index spells it. */
export const paysCoin = `purpose = 'payout' AND expects LIKE '%"token":"${nativeAddress}"%'`;
/** In a block, in whatever way, that a reorg can still take; as the index spells it. */
export const unfinal = `NOT is_final AND state <> 'open' AND state <> 'displaced'`;
/** Something else consumed its slot, and the store does not know what; as the index spells it. */
export const unexplained = `NOT is_final AND state = 'displaced'`;
const lineOf = ['chain', 'account', 'line'] as const;

const transactionEntity = new EntitySchema<TransactionRow>({
  name: 'effect',
  columns: {
    id: column.text('id', { primary: true }),
    routeId: column.text('route_id'),
    ownerKind: column.text('owner_kind', { default: 'route' }),
    step: column.whole('step'),
    purpose: column.text('purpose'),
    chain: column.text('chain'),
    role: column.text('role'),
    account: column.text('account'),
    slot: column.whole('slot'),
    state: column.text('state'),
    expects: column.json('expects', { nullable: true }),
    simulated: column.json('simulated', { nullable: true }),
    minedHash: column.text('mined_hash', { nullable: true }),
    minedBlock: column.whole('mined_block', { nullable: true }),
    minedBlockHash: column.text('mined_block_hash', { nullable: true }),
    gasUsed: column.units('gas_used', { nullable: true }),
    gasCost: column.units('gas_cost', { nullable: true }),
    reorgs: column.whole('reorgs', { default: 0 }),
    isFinal: column.flag('is_final'),
    createdAtMs: column.whole('created_at_ms'),
    multicall: column.json('batch', { nullable: true }),
    feeCap: column.units('fee_cap', { nullable: true }),
    stuck: column.longText('stuck', { nullable: true }),
    pullKey: column.text('pull_key', { nullable: true }),
    pullUnits: column.units('pull_units', { nullable: true }),
    pullClient: column.text('pull_client', { nullable: true }),
    pullOfCode: column.flag('pull_of_code', { nullable: true }),
    pullSeenReverted: column.flag('pull_seen_reverted', { nullable: true }),
    preparedAt: column.whole('prepared_at', { nullable: true }),
    freeAt: column.whole('free_at', { nullable: true }),
    line: column.text('line', { nullable: true }),
    linePayer: column.text('line_payer', { nullable: true }),
    lineMovement: column.text('line_movement', { nullable: true }),
    payerTurn: column.whole('payer_turn', { nullable: true }),
    movementTurn: column.whole('movement_turn', { nullable: true }),
    turn: column.whole('turn', { nullable: true }),
  },
  indices: [
    {
      name: 'effect_slot',
      columns: ['chain', 'account', 'slot'],
      unique: true,
      where: `batch IS NULL AND state <> 'displaced'`,
    },
    {
      name: 'effect_unplaced',
      columns: [...lineOf, 'turn', 'createdAtMs', 'routeId'],
      where: isWaiting,
    },
    {
      name: 'effect_unplaced_payer',
      columns: [...lineOf, 'linePayer', 'payerTurn'],
      where: isWaiting,
    },
    {
      name: 'effect_unplaced_movement',
      columns: [...lineOf, 'lineMovement', 'movementTurn'],
      where: isWaiting,
    },
    { name: 'effect_route', columns: ['routeId'] },
    { name: 'effect_unexplained', columns: ['chain', 'account'], where: unexplained },
    { name: 'effect_pull', columns: ['pullKey', 'state'], where: 'pull_key IS NOT NULL' },
    {
      name: 'effect_pulls_on',
      columns: ['chain', 'isFinal', 'state', 'minedBlock'],
      where: 'pull_key IS NOT NULL',
    },
    { name: 'effect_paid', columns: ['createdAtMs'], where: paidRoute },
    {
      name: 'effect_unfinal',
      columns: ['chain', 'minedBlock', 'minedBlockHash'],
      where: unfinal,
    },
    { name: 'effect_open', columns: ['chain', 'account', 'slot'], where: open },
    { name: 'effect_open_own', columns: ['ownerKind'], where: openOwn },
    { name: 'effect_stuck', columns: ['chain'], where: `${open} AND stuck IS NOT NULL` },
    { name: 'effect_open_coin', columns: ['chain'], where: `${open} AND ${paysCoin}` },
  ],
});

const unprovenSlotEntity = new EntitySchema<UnprovenSlot>({
  name: 'unproven_slot',
  columns: {
    transactionId: column.text('effect_id', { primary: true }),
    chain: column.text('chain'),
    account: column.text('account'),
    slot: column.text('slot'),
    reason: column.text('reason'),
    rangeFrom: column.whole('range_from', { nullable: true }),
    rangeTo: column.whole('range_to', { nullable: true }),
    sinceMs: column.whole('since_ms'),
    lookedAtMs: column.whole('looked_at_ms'),
  },
});

const signedTransactionEntity = new EntitySchema<SignedTransaction>({
  name: 'envelope',
  columns: {
    hash: column.text('hash', { primary: true }),
    transactionId: column.text('effect_id'),
    movements: column.json('movements', { default: '[]' }),
    chain: column.text('chain'),
    account: column.text('account'),
    slot: column.whole('slot'),
    raw: column.longText('raw', { nullable: true }),
    tx: column.json('tx'),
    committedAtMs: column.whole('committed_at_ms'),
  },
  foreignKeys: [
    {
      name: 'envelope_effect',
      target: 'effect',
      columnNames: ['transactionId'],
      referencedColumnNames: ['id'],
    },
  ],
  indices: [{ name: 'envelope_of_effect', columns: ['transactionId'] }],
});

/** Of what will leave, and of what is still the payer's. */
type StoredKind = 'claim' | 'hold';

export interface ReservationRow
  extends Book, OwnerColumns, Omit<Reservation, 'book' | 'owner' | 'kind'> {
  readonly kind: StoredKind;
}

const storedKinds = { outgoing: 'claim', payers: 'hold' } as const satisfies Record<
  ReservationKind,
  StoredKind
>;

const kindsStored = { claim: 'outgoing', hold: 'payers' } as const satisfies Record<
  StoredKind,
  ReservationKind
>;

const reservationEntity = new EntitySchema<ReservationRow>({
  name: 'reservation',
  columns: {
    id: column.text('id', { primary: true }),
    routeId: column.text('route_id'),
    ownerKind: column.text('owner_kind', { default: 'route' }),
    chain: column.text('chain'),
    account: column.text('account'),
    token: column.text('token'),
    kind: column.text('kind'),
    units: column.units('units'),
    state: column.text('state'),
    countsFromBlock: column.whole('counts_from_block'),
    settledBlock: column.whole('settled_block', { nullable: true }),
  },
  indices: [
    { name: 'reservation_route', columns: ['routeId'] },
    // With the figures that `holding` adds up, so that it reads no rows.
    {
      name: 'reservation_book',
      columns: ['chain', 'account', 'token', 'state', 'settledBlock', 'countsFromBlock', 'units'],
    },
  ],
});

export function reservationRow({ book, owner, kind, ...rest }: Reservation): ReservationRow {
  return { ...book, ...rest, ...ownerColumns(owner), kind: storedKinds[kind] };
}

export function reservationOf({
  chain,
  account,
  token,
  routeId: id,
  ownerKind,
  kind,
  ...rest
}: ReservationRow): Reservation {
  return {
    ...rest,
    kind: kindsStored[kind],
    owner: { kind: ownerKind, id },
    book: { chain, account, token },
  };
}

export function transactionOf({
  pullKey: _key,
  pullUnits: _units,
  pullClient: _client,
  pullOfCode: _ofCode,
  pullSeenReverted,
  preparedAt: _preparedAt,
  freeAt: _freeAt,
  line: _line,
  linePayer: _payer,
  lineMovement: _movement,
  payerTurn: _payerTurn,
  movementTurn: _movementTurn,
  turn: _turn,
  routeId: id,
  ownerKind: kind,
  ...transaction
}: TransactionRow): Transaction {
  const seen = pullSeenReverted === true ? ({ isSeenReverted: true } as const) : {};
  return { ...transaction, ...seen, owner: { kind, id } };
}

export function ownerColumns({ kind, id }: Owner): OwnerColumns {
  return { routeId: id, ownerKind: kind };
}

export interface BudgetRow {
  readonly budget: string;
  readonly day: string;
  readonly units: bigint;
}

const budgetEntity = new EntitySchema<BudgetRow>({
  name: 'budget',
  columns: {
    budget: column.text('budget', { primary: true }),
    day: column.text('day', { primary: true }),
    units: column.units('units'),
  },
});

const floatTargetEntity = new EntitySchema<FloatTarget>({
  name: 'float_target',
  columns: {
    chain: column.text('chain', { primary: true }),
    token: column.text('token', { primary: true }),
    units: column.units('units'),
    by: column.text('set_by'),
    sinceMs: column.whole('since_ms'),
  },
});

const unmatchedEntity = new EntitySchema<UnmatchedTransaction>({
  name: 'unmatched_transaction',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    chain: column.text('chain'),
    account: column.text('account'),
    slot: column.whole('slot'),
    hash: column.text('hash', { nullable: true }),
    block: column.whole('block', { nullable: true }),
    atMs: column.whole('at_ms'),
    moved: column.json('moved'),
    spent: column.json('spent', { nullable: true }),
    permit: column.json('permit', { nullable: true }),
    sinceMs: column.whole('since_ms'),
    closed: column.json('closed', { nullable: true }),
  },
});

export const transactionTables = {
  effect: transactionEntity,
  unproven_slot: unprovenSlotEntity,
  envelope: signedTransactionEntity,
  account: accountEntity,
  reservation: reservationEntity,
  budget: budgetEntity,
  float_target: floatTargetEntity,
  unmatched_transaction: unmatchedEntity,
};

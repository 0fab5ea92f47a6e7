import type {
  Funding,
  KeptOrder,
  Route,
  RouteEvent,
  TransferRecord,
} from '@interline/core/transfer';
import type { ChainRef } from '@interline/kernel';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';
import { withTodaysCode } from '../renamed-codes.ts';
import type { DepositRow } from './deposit-row.ts';

export interface RouteRow extends Omit<Route, 'order' | 'trace'> {
  /** The trace is kept with what was agreed: both are written once. */
  readonly order: Route['order'] & Pick<Route, 'trace'>;
  /** Unique; null for routes without a permit, of which there may be many. */
  readonly permitKey: string | null;
}

/** As the indices spell it, so that queries find them. */
export const isOwing = `phase <> 'ended'`;
export const isEnded = `phase = 'ended'`;
export const movesFloat = `mode = 'rebalance'`;

/** Something was seen at its address; as the index spells it. */
export const isSeen = `outputs <> '[]'`;
export const isUnseen = `outputs = '[]'`;

/** Under way, and its plan has that figure: most plans have neither, and are not read for it. */
export function underWayWith(figure: 'mostGasCost' | 'giveBackCost'): string {
  return `status = 'BRIDGING' AND plan LIKE '%"${figure}"%'`;
}

const routeEntity = new EntitySchema<RouteRow>({
  name: 'route',
  columns: {
    id: column.text('id', { primary: true }),
    version: column.whole('version'),
    status: column.text('status'),
    stage: column.text('stage'),
    phase: column.text('phase'),
    isSimulated: column.flag('is_simulated'),
    mode: column.text('mode'),
    rail: column.text('rail'),
    railPackage: column.text('rail_package'),
    bridge: column.text('bridge'),
    permitKey: column.text('permit_key', { nullable: true }),
    cursor: column.whole('plan_cursor'),
    credited: column.units('credited', { nullable: true }),
    delivered: column.units('delivered', { nullable: true }),
    srcTx: column.text('src_tx', { nullable: true }),
    destTx: column.text('dest_tx', { nullable: true }),
    refundTx: column.text('refund_tx', { nullable: true }),
    givenBack: column.json('given_back', { nullable: true }),
    owed: column.units('owed', { nullable: true }),
    client: column.text('client'),
    spender: column.text('spender', { nullable: true }),
    refundTo: column.text('refund_to', { nullable: true }),
    refundFrom: column.text('refund_from', { nullable: true }),
    createdAtMs: column.whole('created_at_ms'),
    updatedAtMs: column.whole('updated_at_ms'),
    // Last: a row is read from its start, and sweeps need only the columns above.
    order: column.json('terms'),
    permit: column.json('permit', { nullable: true }),
    allowance: column.json('allowance', { nullable: true }),
    plan: column.json('plan'),
    quote: column.json('quote', { nullable: true }),
    refusals: column.json('refusals'),
    failure: column.json('failure', { nullable: true }),
  },
  indices: [
    { name: 'route_permit_key', columns: ['permitKey'], unique: true },
    { name: 'route_stage', columns: ['status', 'stage'] },
    { name: 'route_age', columns: ['createdAtMs', 'id'] },
    { name: 'route_src_tx', columns: ['srcTx'] },
    { name: 'route_dest_tx', columns: ['destTx'] },
    { name: 'route_refund_tx', columns: ['refundTx'] },
    { name: 'route_owing', columns: ['createdAtMs', 'id'], where: isOwing },
    { name: 'route_ended', columns: ['updatedAtMs', 'id'], where: isEnded },
    { name: 'route_moving', columns: ['status'], where: movesFloat },
    // The columns of `route_stage`, which SQLite prefers to a partial index of fewer.
    { name: 'route_pays_gas', columns: ['status', 'stage'], where: underWayWith('mostGasCost') },
    { name: 'route_gives_back', columns: ['status', 'stage'], where: underWayWith('giveBackCost') },
  ],
});

const keptOrderEntity = new EntitySchema<KeptOrder>({
  name: 'intent',
  columns: {
    digest: column.text('digest', { primary: true }),
    payer: column.text('payer', { primary: true }),
    order: column.json('terms'),
    quote: column.json('quote'),
    railPackage: column.text('rail_package'),
    cost: column.units('cost', { nullable: true }),
    expiresAtMs: column.whole('expires_at_ms'),
  },
});

/**
 * One bit of a payer's bitmap of permits that was handed out. A row a bit, so that taking one is one
 * guarded insert.
 */
export interface PermitBitRow {
  readonly chain: string;
  readonly payer: string;
  readonly word: bigint;
  readonly bit: number;
}

const permitBitEntity = new EntitySchema<PermitBitRow>({
  name: 'permit_bit',
  columns: {
    chain: column.text('chain', { primary: true }),
    payer: column.text('payer', { primary: true }),
    word: column.units('word', { primary: true }),
    bit: column.whole('bit', { primary: true }),
  },
});

/** An arrival on a chain, and the one route it counts for. */
export interface DeliveryRow {
  readonly chain: string;
  readonly hash: string;
  readonly logIndex: number;
  readonly routeId: string;
}

const deliveryEntity = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: {
    chain: column.text('chain', { primary: true }),
    hash: column.text('hash', { primary: true }),
    logIndex: column.whole('log_index', { primary: true }),
    routeId: column.text('route_id'),
  },
});

export interface TransferRecordRow extends Omit<TransferRecord, 'lane'> {
  readonly fromChain: ChainRef;
  readonly toChain: ChainRef;
}

const transferRecordEntity = new EntitySchema<TransferRecordRow>({
  name: 'delivery_record',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    rail: column.text('rail'),
    fromChain: column.text('from_chain'),
    toChain: column.text('to_chain'),
    quoted: column.units('quoted'),
    delivered: column.units('delivered'),
    agreed: column.units('agreed'),
    tookMs: column.whole('took_ms'),
    outcome: column.text('outcome'),
    atMs: column.whole('at_ms'),
    token: column.text('token', { nullable: true }),
    costBps: column.whole('cost_bps', { nullable: true }),
  },
  indices: [{ name: 'delivery_record_age', columns: ['atMs'] }],
});

export function transferRecordRow({ lane, ...rest }: TransferRecord): TransferRecordRow {
  return { ...rest, fromChain: lane.from, toChain: lane.to };
}

export function transferRecordOf({
  fromChain,
  toChain,
  ...rest
}: TransferRecordRow): TransferRecord {
  return { ...rest, lane: { from: fromChain, to: toChain } };
}

const routeEventEntity = new EntitySchema<RouteEvent>({
  name: 'outbox',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    routeId: column.text('route_id'),
    srcTx: column.text('src_tx', { nullable: true }),
    destTx: column.text('dest_tx', { nullable: true }),
    atMs: column.whole('at_ms'),
  },
  indices: [{ name: 'outbox_route', columns: ['routeId', 'atMs'] }],
});

const depositEntity = new EntitySchema<DepositRow>({
  name: 'deposit',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    version: column.whole('version'),
    chain: column.text('chain'),
    index: column.whole('address_index'),
    address: column.text('address'),
    agreed: column.units('agreed'),
    client: column.text('client'),
    confirmations: column.whole('confirmations'),
    lockedUntilMs: column.whole('locked_until_ms'),
    expiresAtMs: column.whole('expires_at_ms'),
    refundAddress: column.text('refund_address', { nullable: true }),
    refundSecretHash: column.text('claim_hash'),
    state: column.text('state'),
    price: column.text('price', { nullable: true }),
    credited: column.units('credited', { nullable: true }),
    terms: column.json('terms'),
    isLost: column.flag('is_lost'),
    outputs: column.json('outputs'),
    refunds: column.json('refunds'),
    createdAtMs: column.whole('created_at_ms'),
  },
  indices: [
    { name: 'deposit_index', columns: ['chain', 'index'], unique: true },
    { name: 'deposit_unpaid', columns: ['chain', 'state', 'client'] },
    { name: 'deposit_seen', columns: ['chain', 'index'], where: isSeen },
    { name: 'deposit_unseen', columns: ['chain', 'lockedUntilMs'], where: isUnseen },
  ],
});

const fundingEntity = new EntitySchema<Funding>({
  name: 'funding',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    client: column.text('client'),
    request: column.json('request'),
    needs: column.json('needs'),
    refundSecretHash: column.text('claim_hash', { nullable: true }),
    expiresAtMs: column.whole('expires_at_ms'),
    triedAtMs: column.whole('tried_at_ms', { nullable: true }),
  },
  indices: [{ name: 'funding_client', columns: ['client'] }],
});

/** Ended routes of one unit, with all their rows. */
export interface ArchivePageRow {
  readonly id: string;
  /** How the content is written, so that a later release reads what an earlier one wrote. */
  readonly form: number;
  readonly content: string;
  readonly archivedAtMs: number;
}

const archivePageEntity = new EntitySchema<ArchivePageRow>({
  name: 'archive_page',
  columns: {
    id: column.text('id', { primary: true }),
    form: column.whole('form'),
    content: column.longText('content'),
    archivedAtMs: column.whole('archived_at_ms'),
  },
});

/** The page that an archived route is in. */
export interface ArchivedRouteRow {
  readonly routeId: string;
  readonly permitKey: string | null;
  readonly page: string;
}

const archivedRouteEntity = new EntitySchema<ArchivedRouteRow>({
  name: 'archived_route',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    permitKey: column.text('permit_key', { nullable: true }),
    page: column.text('page'),
  },
  indices: [
    { name: 'archived_route_permit_key', columns: ['permitKey'], unique: true },
    { name: 'archived_route_page', columns: ['page'] },
  ],
});

/** A transaction's id, or the hash of a signed form of it, and the archived route that owns it. */
export interface ArchivedNameRow {
  readonly name: string;
  readonly routeId: string;
}

const archivedNameEntity = new EntitySchema<ArchivedNameRow>({
  name: 'archived_name',
  columns: {
    name: column.text('name', { primary: true }),
    routeId: column.text('route_id'),
  },
  indices: [{ name: 'archived_name_route', columns: ['routeId'] }],
});

export function routeOf({
  permitKey: _key,
  order: { trace, ...order },
  ...route
}: RouteRow): Route {
  return {
    ...route,
    order,
    ...(trace === undefined ? {} : { trace }),
    refusals: route.refusals.map(withTodaysCode),
    failure: route.failure === null ? null : withTodaysCode(route.failure),
  };
}

/** The route as its row has it, but for the permit's key. */
export function routeRow({ trace, order, ...route }: Route): Omit<RouteRow, 'permitKey'> {
  return { ...route, order: trace === undefined ? order : { ...order, trace } };
}

export const transferTables = {
  route: routeEntity,
  intent: keptOrderEntity,
  permit_bit: permitBitEntity,
  delivery: deliveryEntity,
  delivery_record: transferRecordEntity,
  outbox: routeEventEntity,
  archive_page: archivePageEntity,
  archived_route: archivedRouteEntity,
  archived_name: archivedNameEntity,
  deposit: depositEntity,
  funding: fundingEntity,
};

import {
  isTerminal,
  mayMove,
  PermitTaken,
  type Route,
  type RouteChange,
  routeStatuses,
  type RouteStatus,
  stages,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
} from '@interline/core/transfer';
import {
  type Address,
  asAddress,
  type ChainRef,
  type PermitKey,
  permitKeyText,
} from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { inParts, listOf } from '../engine/statement.ts';
import { open, unfinal } from '../transactions/tables.ts';
import { archivedCount, bringBack, routeInArchive } from './archive.ts';
import { isOwing, movesFloat, routeOf, routeRow } from './tables.ts';

type RouteReads = Pick<
  TransferReads,
  | 'route'
  | 'routeToShow'
  | 'doneAmong'
  | 'routeByPermit'
  | 'liveRouteByPermit'
  | 'unsettledRoutes'
  | 'runningThrough'
  | 'owingRoutes'
  | 'openRebalances'
  | 'arrivalsDue'
  | 'countUnsettled'
  | 'recentRoutes'
  | 'routesOfPayer'
  | 'countOfPayer'
  | 'routesByTransaction'
  | 'routesOfAddress'
  | 'routesInStages'
  | 'madeUpRoutes'
  | 'waitingRoutes'
  | 'counts'
  | 'openByStage'
>;
type RouteWrites = Pick<TransferWrites, 'insertRoute' | 'replaceRoute' | 'moveRoute' | 'lockRoute'>;

const openStatuses = routeStatuses
  .filter((status) => !isTerminal(status))
  .map((status) => `'${status}'`)
  .join(', ');

const unsettled = `(status IN (${openStatuses}) OR id IN (
  SELECT route_id FROM effect WHERE ${open}
  UNION ALL SELECT route_id FROM effect WHERE ${unfinal} AND state IN ('mined', 'filled')))`;

const openRebalances = `WHERE status IN (${openStatuses}) AND ${movesFloat} ORDER BY created_at_ms, id`;

/** Figures are stored as their decimal digits. */
const running = `WHERE status IN (${openStatuses}) AND phase = 'running' AND credited IS NOT NULL
  AND (length(credited), credited) >= (length(:least), :least) AND plan LIKE :plan ORDER BY created_at_ms, id`;

const firstPage = page('');
const nextPage = page(
  'AND (created_at_ms, id) > (SELECT created_at_ms, id FROM route WHERE id = :afterId)',
);

export function routeReads(db: Db): RouteReads {
  return {
    route: (id) => routeById(db, id, () => archivedRoute(db, id)),
    routeToShow: (id) => routeById(db, id, () => archivedRoute(db, id)),

    async doneAmong(ids) {
      const parts = await Promise.all(
        inParts(ids).map((some) => {
          const list = listOf('id', some);
          return db.run(
            `SELECT id FROM route WHERE id IN (${list.text}) AND status = 'DONE'`,
            list.values,
          );
        }),
      );
      return parts.flatMap(({ rows }) => rows.map(({ id }) => String(id)));
    },

    liveRouteByPermit: (permit) => liveRoute(db, 'WHERE permit_key = :key', permitKeyText(permit)),

    async routeByPermit(permit: PermitKey) {
      const key = permitKeyText(permit);
      return (
        (await liveRoute(db, 'WHERE permit_key = :key', key)) ??
        routeInArchive(db, 'permit_key = :key', key)
      );
    },

    async unsettledRoutes(limit, afterId) {
      const rows =
        afterId === undefined
          ? await db.select('route', firstPage, { limit })
          : await db.select('route', nextPage, { limit, afterId });
      return rows.map(routeOf);
    },

    async runningThrough(address, least) {
      const rows = await db.select('route', running, {
        plan: `%"${address}"%`,
        least: least.toString(),
      });
      return rows.map(routeOf);
    },

    async owingRoutes(limit, after) {
      const { rows } = await db.run(
        `SELECT id, created_at_ms FROM route WHERE ${isOwing} ${after === undefined ? '' : 'AND (created_at_ms, id) > (:createdAtMs, :id)'} ORDER BY created_at_ms, id LIMIT :limit`,
        { limit, createdAtMs: after?.createdAtMs ?? 0, id: after?.id ?? '' },
      );
      return rows.map((row) => ({
        id: String(row['id']),
        createdAtMs: Number(row['created_at_ms']),
      }));
    },

    async openRebalances() {
      return (await db.select('route', openRebalances)).map(routeOf);
    },

    async arrivalsDue() {
      const rows = await db.select('route', openRebalances);
      return rows.flatMap(({ order: { from, to, payer, recipient } }) => [
        { chain: to.chain, account: asAddress(recipient), token: to.address },
        { chain: from.chain, account: asAddress(payer), token: from.address },
      ]);
    },

    async recentRoutes(limit) {
      const rows = await db.select('route', 'ORDER BY created_at_ms DESC, id DESC LIMIT :limit', {
        limit,
      });
      return rows.map(routeOf);
    },

    async routesOfPayer({ payer, chains, after, limit, only = {} }) {
      if (chains.length === 0) return [];
      const { where, bounds } = permitsOf(payer, chains);
      const conditions = [
        ...where,
        ...(after === null ? [] : ['(created_at_ms + 0, id) < (:afterMs, :afterId)']),
        ...(only.status === undefined ? [] : ['status = :status']),
        ...(only.sinceMs === undefined ? [] : ['created_at_ms >= :sinceMs']),
        ...(only.untilMs === undefined ? [] : ['created_at_ms < :untilMs']),
        ...(only.isRefund === undefined ? [] : [wasRefunded]),
        ...(only.isHeld === undefined ? [] : [`stage = '${stages.refundHeld}'`]),
      ];
      // A sum, because otherwise SQLite walks the index of ages through all clients' routes. Ids
      // first: whole rows are read for one page alone.
      const order = 'ORDER BY created_at_ms + 0 DESC, id DESC';
      const rows = await db.select(
        'route',
        `WHERE id IN (SELECT id FROM route WHERE ${conditions.join(' AND ')} ${order} LIMIT :limit) ${order}`,
        {
          ...bounds,
          ...(after === null ? {} : { afterMs: after.createdAtMs, afterId: after.id }),
          ...(only.status === undefined ? {} : { status: only.status }),
          ...(only.sinceMs === undefined ? {} : { sinceMs: only.sinceMs }),
          ...(only.untilMs === undefined ? {} : { untilMs: only.untilMs }),
          limit,
        },
      );
      return rows.map(routeOf);
    },

    async countOfPayer({ payer, chains }) {
      if (chains.length === 0) return new Map();
      const { where, bounds } = permitsOf(payer, chains);
      const { rows } = await db.run(
        `SELECT status, count(*) AS routes FROM route WHERE ${where.join(' AND ')} GROUP BY status`,
        bounds,
      );
      return new Map(rows.map(({ status, routes }) => [statusOf(status), Number(routes)]));
    },

    async routesByTransaction(hash, limit) {
      const rows = await db.select(
        'route',
        'WHERE (src_tx = :hash OR dest_tx = :hash OR refund_tx = :hash) AND is_simulated = :isSimulated ORDER BY created_at_ms, id LIMIT :limit',
        { hash, isSimulated: false, limit },
      );
      return rows.map(routeOf);
    },

    async routesOfAddress(address, limit) {
      // Terms are JSON; an address has nothing that JSON or LIKE would read otherwise.
      if (!/^[0-9a-zA-Z]{1,128}$/.test(address)) return [];
      const roles = ['payer', 'recipient', 'refundAddress'];
      const named = roles.map((role) => `terms LIKE :${role}`).join(' OR ');
      const rows = await db.select(
        'route',
        `WHERE ${named} OR refund_to = :address OR id IN (SELECT route_id FROM deposit WHERE address = :address OR refund_address = :address) ORDER BY created_at_ms DESC, id LIMIT :limit`,
        {
          ...Object.fromEntries(roles.map((role) => [role, `%"${role}":"${address}"%`])),
          address,
          limit,
        },
      );
      return rows.map(routeOf);
    },

    async routesInStages(stages, limit) {
      const list = listOf('stage', stages);
      const rows = await db.select(
        'route',
        `WHERE status IN (${openStatuses}) AND stage IN (${list.text}) ORDER BY updated_at_ms, id LIMIT :limit`,
        { ...list.values, limit },
      );
      return rows.map(routeOf);
    },

    async madeUpRoutes() {
      const rows = await db.select(
        'route',
        `WHERE status = 'FAILED' AND refund_from = 'float' ORDER BY updated_at_ms, id`,
      );
      return rows.map(routeOf);
    },

    async waitingRoutes({ stages, acceptedBeforeMs }, limit) {
      const list = listOf('stage', stages);
      // Two selects, because an index serves each condition but not their OR.
      const where = `WHERE id IN (
          SELECT id FROM route WHERE status IN (${openStatuses}) AND stage IN (${list.text})
          UNION ALL SELECT id FROM route WHERE ${isOwing} AND created_at_ms < :acceptedBeforeMs)
        AND status IN (${openStatuses}) AND is_simulated = :isSimulated`;
      const values = { ...list.values, acceptedBeforeMs, isSimulated: false };
      const routes = await db.select(
        'route',
        `${where} ORDER BY CASE status WHEN 'BRIDGING' THEN 0 ELSE 1 END, updated_at_ms, id LIMIT :limit`,
        { ...values, limit },
      );
      const { rows } = await db.run(`SELECT count(*) AS routes FROM route ${where}`, values);
      return { routes: routes.map(routeOf), count: Number(rows[0]?.routes ?? 0) };
    },

    async countUnsettled(spender) {
      const { rows } = await db.run(
        `SELECT count(*) AS routes FROM route WHERE spender = :spender AND ${unsettled}`,
        { spender },
      );
      return Number(rows[0]?.routes ?? 0);
    },

    async openByStage() {
      const { rows } = await db.run(
        `SELECT stage, count(*) AS routes FROM route WHERE status IN (${openStatuses}) GROUP BY stage`,
        {},
      );
      return new Map(rows.map(({ stage, routes }) => [String(stage), Number(routes)]));
    },

    async counts() {
      const { rows } = await db.run(
        `SELECT count(*) AS routes, sum(CASE WHEN status IN (${openStatuses}) THEN 1 ELSE 0 END) AS pending FROM route`,
        {},
      );
      return {
        routes: Number(rows[0]?.routes ?? 0) + (await archivedCount(db)),
        open: Number(rows[0]?.pending ?? 0),
      };
    },
  };
}

export function routeWrites(
  db: Db,
  { forUpdate }: Dialect,
  onChanged: (id: string) => void,
  onWritten: (route: Route) => void,
): RouteWrites {
  return {
    async lockRoute(id) {
      const live = (): Promise<Route | null> => liveRoute(db, `WHERE id = :key ${forUpdate}`, id);
      return (await live()) ?? ((await bringBack(db, id)) ? live() : null);
    },

    async insertRoute(route) {
      const permitKey = route.permit === null ? null : permitKeyText(route.permit);
      const written = await db.insert(
        'route',
        { ...routeRow(route), permitKey },
        'ON CONFLICT (permit_key) DO NOTHING',
        'SELECT 1 FROM archived_route WHERE permit_key = :permitKey',
      );
      if (written === 0)
        throw new PermitTaken(`the permit ${permitKey ?? ''} is already another route's`);
      onWritten(route);
    },

    async replaceRoute(waiting: Route, route: Route) {
      assertMayMove(waiting, route.status);
      const replaced = { ...route, version: waiting.version + 1 };
      const { id, ...row } = routeRow(replaced);
      const written = await db.update('route', row, 'id = :id AND version = :version', {
        id: waiting.id,
        version: waiting.version,
      });
      if (written !== 1) throw stale(waiting);
      onChanged(id);
      onWritten(replaced);
      return replaced;
    },

    async moveRoute(route: Route, change: RouteChange, nowMs: number) {
      if (change.status !== undefined) assertMayMove(route, change.status);
      const moved = { ...change, version: route.version + 1, updatedAtMs: nowMs };
      const written = await db.update('route', moved, 'id = :id AND version = :version', {
        id: route.id,
        version: route.version,
      });
      if (written !== 1) throw stale(route);
      onChanged(route.id);
      const next = { ...route, ...moved };
      onWritten(next);
      return next;
    },
  };
}

/** What came back to the payer, or waits to. */
const wasRefunded = `(stage = '${stages.refundHeld}' OR (status = 'FAILED' AND (refund_tx IS NOT NULL OR given_back IS NOT NULL)))`;

/** The permits that a payer signed on these chains. */
function permitsOf(payer: Address, chains: readonly ChainRef[]) {
  // Between a digit and a letter, so that the index of permits finds them in any collation.
  const ranges = chains.map((_, at) => `(permit_key >= :from${at} AND permit_key < :below${at})`);
  return {
    where: [`(${ranges.join(' OR ')})`, 'is_simulated = :isSimulated'],
    bounds: {
      ...Object.fromEntries(
        chains.flatMap((chain, at) => [
          [`from${at}`, `${chain}/${payer}/0`],
          [`below${at}`, `${chain}/${payer}/a`],
        ]),
      ),
      isSimulated: false,
    },
  };
}

function statusOf(value: unknown): RouteStatus {
  const status = routeStatuses.find((one) => one === value);
  if (status === undefined) throw new Error(`the store has a route that is ${String(value)}`);
  return status;
}

function assertMayMove({ id, status }: Route, to: RouteStatus): void {
  if (!mayMove(status, to)) throw new Error(`route ${id} is ${status} and may not become ${to}`);
}

function stale({ id, version }: Route): StaleRoute {
  return new StaleRoute(`route ${id} is no longer at version ${version}`);
}

/** By the prefix of its id, which an index finds in any collation. */
export function isRehearsal(column: 'id' | 'route_id'): string {
  return `${column} >= 'sbx_0' AND ${column} < 'sbx_g'`;
}

// Ids first: only they are sorted, and whole rows are read for one page alone.
function page(after: string): string {
  return `WHERE id IN (SELECT id FROM route WHERE ${unsettled} ${after} ORDER BY created_at_ms, id LIMIT :limit) ORDER BY created_at_ms, id`;
}

/** The archive is asked where no live row has the id. */
export async function routeById(
  db: Db,
  id: string,
  askArchive: () => Promise<Route | null>,
): Promise<Route | null> {
  return (await liveRoute(db, 'WHERE id = :key', id)) ?? askArchive();
}

export function archivedRoute(db: Db, id: string): Promise<Route | null> {
  return routeInArchive(db, 'route_id = :key', id);
}

async function liveRoute(db: Db, where: string, key: string): Promise<Route | null> {
  const row = await db.first('route', where, { key });
  return row === null ? null : routeOf(row);
}

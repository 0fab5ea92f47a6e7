import { randomBytes } from 'node:crypto';
import type { Cell, Row, RouteRows } from './route-rows.ts';

/** Where the copies stand in time and in the queues of slots. */
export interface CopyPlace {
  /** The copy's number, from 0. */
  readonly at: number;
  readonly endedAtMs: number;
}

type Piece = string | { readonly name: number };
type Template = Cell | readonly Piece[];

interface TemplateRow {
  readonly columns: readonly string[];
  readonly cells: readonly Template[];
}

/** What must differ from copy to copy, by the hex in it: ids and hashes; see `ownNames`. */
const ownHex = /(?<=\b(?:rt_|ef_|ev_rt_))[0-9a-f]{24,32}|(?<=0x)[0-9a-f]{64}\b/g;

/**
 * Makes copies of one route that differ in every id, hash, payer, slot and time, so that indices grow
 * as they do by as many routes.
 */
export function copiedRoutes(
  rows: RouteRows,
): (place: CopyPlace) => Readonly<Record<string, readonly Row[]>> {
  const names = ownNames(rows);
  const splitter = new RegExp(`(${names.join('|')})`);
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const templates = Object.entries(rows).map(([table, all]) => ({
    table,
    rows: all.map((row): TemplateRow => ({
      columns: Object.keys(row),
      cells: Object.values(row).map((cell) => templateOf(cell, splitter, indexOf)),
    })),
  }));
  const endedAtMs = Number(rows['route']?.[0]?.['updated_at_ms'] ?? 0);
  const slots = rows['effect']?.length ?? 0;

  return ({ at, endedAtMs: wantedMs }) => {
    const fresh = names.map(({ length }) =>
      randomBytes(length / 2 + 1)
        .toString('hex')
        .slice(0, length),
    );
    const later = wantedMs - endedAtMs;
    const cellOf = (column: string, cell: Template): Cell => {
      if (Array.isArray(cell))
        // CAST: what is a list here is one of pieces.
        return (cell as readonly Piece[])
          .map((piece) => (typeof piece === 'string' ? piece : (fresh[piece.name] ?? '')))
          .join('');
      const value = cell as Cell; // CAST: the other half of the union.
      if (typeof value !== 'number') return value;
      if (column.endsWith('at_ms')) return value + later;
      return column === 'slot' ? value + at * slots : value;
    };
    return Object.fromEntries(
      templates.map(({ table, rows: all }) => [
        table,
        all.map(({ columns, cells }) =>
          Object.fromEntries(
            columns.map((column, index) => [column, cellOf(column, cells[index] ?? null)]),
          ),
        ),
      ]),
    );
  };
}

function ownNames(rows: RouteRows): readonly string[] {
  const ids = Object.values(rows)
    .flat()
    .flatMap((row) => Object.entries(row))
    .filter(([column]) => /(^|_)(id|hash|tx)$/.test(column))
    .flatMap(([, cell]) => (typeof cell === 'string' ? [...cell.matchAll(ownHex)] : []))
    .map(([name]) => name);
  const route = JSON.stringify(rows['route']);
  const payer = /"owner\\*":\\*"0x([0-9a-f]{40})/.exec(route)?.slice(1) ?? [];
  // The two halves of each signature: repeated, they would let the archive look smaller than it is.
  const signed = [...route.matchAll(/"signature\\*":\\*"0x([0-9a-f]{64})([0-9a-f]{64})/g)];
  const sent = (rows['envelope'] ?? []).map(({ raw }) => String(raw));
  const halves = [
    ...signed.flatMap((found) => found.slice(1)),
    ...sent.flatMap((raw) => [raw.slice(-130, -66), raw.slice(-64)]),
  ];
  return [...new Set([...ids, ...payer, ...halves])];
}

function templateOf(cell: Cell, splitter: RegExp, indexOf: ReadonlyMap<string, number>): Template {
  if (typeof cell !== 'string') return cell;
  const pieces = cell.split(splitter).filter((piece) => piece !== '');
  return pieces.map((piece) => {
    const name = indexOf.get(piece);
    return name === undefined ? piece : { name };
  });
}

/** The same route as it stands while its payout is sent and in no block yet. */
export function openRows(rows: RouteRows): RouteRows {
  const [route] = rows['route'] ?? [];
  const effects = rows['effect'] ?? [];
  const payout = effects.find(({ purpose }) => purpose === 'payout');
  if (route === undefined || payout === undefined) throw new Error('the route has no payout');
  const notMined = {
    mined_hash: null,
    mined_block: null,
    mined_block_hash: null,
    gas_used: null,
    gas_cost: null,
  };
  const isOfPayout = ({ transaction_id: id }: Row): boolean => id === payout['id'];
  return {
    route: [
      {
        ...route,
        status: 'BRIDGING',
        stage: 'SENDING',
        phase: 'running',
        dest_tx: null,
        delivered: null,
      },
    ],
    effect: effects.map((one) =>
      one === payout
        ? { ...one, ...notMined, state: 'open', is_final: 0 }
        : { ...one, is_final: 0 },
    ),
    envelope: rows['envelope'] ?? [],
    outbox: [],
    book_entry: (rows['book_entry'] ?? []).filter((entry) => !isOfPayout(entry)),
    permit_bit: rows['permit_bit'] ?? [],
    reservation: reservationsOf(route, payout),
  };
}

/** What the payout takes from the float, and the most its gas can take. */
function reservationsOf(route: Row, payout: Row): readonly Row[] {
  const { id: routeId = null, credited = null } = route;
  const { id, chain = null, account = null } = payout;
  const row = {
    route_id: routeId,
    owner_kind: 'route',
    chain,
    account,
    kind: 'claim',
    state: 'open',
    counts_from_block: 1,
    settled_block: null,
  };
  // CAST: a payout expects a transfer of its token.
  const { token } = JSON.parse(String(payout['expects'])) as { readonly token: string };
  return [
    { ...row, id: `cl_${String(routeId)}`, token, units: credited },
    { ...row, id: `gas_${String(id)}`, token: 'native', units: '92472293888655' },
  ];
}

/** The same with all of its transactions final. */
export function endedRows(rows: RouteRows): RouteRows {
  return {
    ...rows,
    effect: (rows['effect'] ?? []).map((one) => ({ ...one, is_final: 1 })),
  };
}

import type { ParsedUrlQuery } from 'node:querystring';
import { badRequest } from './problem.ts';

export type Paged = { paging_token: string };

/** Which part of a list a request asks for. */
export type PageRequest = { cursor: string; limit: number; order: 'asc' | 'desc' };

const usualLimit = 10;

const largestLimit = 200;

export function readPageRequest(query: ParsedUrlQuery): PageRequest {
  const { cursor = '', limit = String(usualLimit), order = 'asc' } = query;
  if (typeof cursor !== 'string') throw badRequest('cursor', 'wanted one');
  if (typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > largestLimit)
    throw badRequest('limit', `wanted 1 to ${largestLimit}`);
  if (order !== 'asc' && order !== 'desc') throw badRequest('order', 'wanted asc or desc');
  return { cursor, limit: Number(limit), order };
}

/**
 * A page of a list that is sorted by `compare`, with links to itself and both neighbours. The
 * cursor is exclusive; `now` stands for the list's end.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  request: PageRequest,
  url: string,
  shape: {
    token: (row: Row) => string;
    compare: (a: string, b: string) => number;
    present: (row: Row) => Paged;
  },
): object {
  const { token, compare, present } = shape;
  const last = rows.at(-1);
  const cursor = request.cursor === 'now' ? (last ? token(last) : '') : request.cursor;
  const ordered = request.order === 'asc' ? rows : rows.toReversed();
  const sign = request.order === 'asc' ? 1 : -1;
  const records = ordered
    .filter((row) => cursor === '' || compare(token(row), cursor) * sign > 0)
    .slice(0, request.limit)
    .map(present);
  const link = (order: string, at: string): { href: string } => {
    const next = new URL(url);
    next.searchParams.set('cursor', at);
    next.searchParams.set('limit', String(request.limit));
    next.searchParams.set('order', order);
    return { href: next.href };
  };
  const { order } = request;
  return {
    _links: {
      self: link(order, request.cursor),
      next: link(order, records.at(-1)?.paging_token ?? request.cursor),
      prev: link(order === 'asc' ? 'desc' : 'asc', records[0]?.paging_token ?? request.cursor),
    },
    _embedded: { records },
  };
}

/** Order of paging tokens that are decimal numbers. */
export function byNumber(a: string, b: string): number {
  if (!/^\d+$/.test(b)) throw badRequest('cursor', 'wanted the paging_token of a record');
  return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
}

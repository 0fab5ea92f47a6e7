import type {
  Condition,
  PrimitiveCaller,
  PrimitiveTerms,
  ScheduleRequest,
} from '@interline/core/primitives';
import { isRelayError, RelayError, type TokenList, type TokenRef } from '@interline/kernel';
import type { EndpointInput } from '../server/endpoint.ts';
import { badField, missingField, shown } from '../server/parse/parse-shape.ts';
import { operatorOf } from '../server/parse/operator-of.ts';
import { type ExecuteSetting, parseExecuteRequest } from '../transfer/execute/parse.ts';
import type { ConditionWire, PrimitiveRouteWire, ScheduleRequestWire } from './schemas.ts';

export function parsePrimitiveCaller({
  headers,
  client,
  askedBy,
  deps,
}: Pick<EndpointInput, 'headers' | 'client' | 'askedBy' | 'deps'>): PrimitiveCaller {
  const operator = operatorOf(headers, deps.operators);
  return {
    client,
    askedBy,
    isOperator: operator !== null,
    ...(operator === null ? {} : { operator }),
  };
}

const anonymous = { sandbox: null, isOperator: false, client: '', idempotency: null };

/**
 * A record's transfer, parsed as execute would parse it. Refusals name the field with its place,
 * such as `routes.3.amount`.
 */
export function parseTerms(
  wire: PrimitiveRouteWire,
  field: string,
  setting: ExecuteSetting,
): PrimitiveTerms {
  try {
    const { quote, excludeRails } = parseExecuteRequest(
      { ...wire, mode: 'self' },
      anonymous,
      setting,
    );
    return { quote, excludeRails };
  } catch (error) {
    if (!isRelayError(error)) throw error;
    const inner = error.details['field'];
    throw new RelayError(
      error.code,
      { ...error.details, field: typeof inner === 'string' ? `${field}.${inner}` : field },
      `${field}: ${error.message}`,
      { cause: error },
    );
  }
}

export function parseScheduleRequest(
  { route, everySeconds, at, count, live = false }: ScheduleRequestWire,
  setting: ExecuteSetting,
): ScheduleRequest {
  const terms = parseTerms(route, 'route', setting);
  if (everySeconds === undefined && at === undefined)
    throw missingField('everySeconds', 'everySeconds for a repeated run, or at for one run');
  if (everySeconds === undefined && count !== undefined && count > 1)
    throw badField('count', `count ${count} needs everySeconds; without it there is one run`);
  return {
    terms,
    live,
    everyMs: everySeconds === undefined ? null : everySeconds * 1_000,
    atMs: at === undefined ? null : parseInstant(at, 'at'),
    count: count ?? null,
  };
}

/** A price in USD, to the millionth of a dollar. */
const priceShape = /^(0|[1-9]\d{0,11})(?:\.(\d{1,6}))?$/;

export function parseCondition(
  { type, asset, value }: ConditionWire,
  tokens: TokenList,
): Condition {
  if (type === 'timeAfter') return { type, value, atMs: parseInstant(value, 'when.value') };
  if (asset === undefined) throw missingField('when.asset', 'an asset or symbol such as "ETH"');
  return { type, asset, value, token: pricedToken(tokens, asset), microUsd: parseMicroUsd(value) };
}

function parseMicroUsd(value: string | number): bigint {
  const [, whole, fraction = ''] = priceShape.exec(String(value)) ?? [];
  const microUsd =
    whole === undefined ? 0n : BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  if (microUsd === 0n)
    throw badField(
      'when.value',
      `when.value must be a price in USD above 0 with at most 6 decimals; got ${shown(value)}`,
    );
  return microUsd;
}

/**
 * The token whose price the name means: found by symbol, else by asset. Tokens of one name must be
 * of one asset.
 */
function pricedToken(tokens: TokenList, name: string): TokenRef {
  const wanted = name.toLowerCase();
  const bySymbol = tokens.all.filter(({ symbol }) => symbol.toLowerCase() === wanted);
  const [first, ...others] =
    bySymbol.length > 0
      ? bySymbol
      : tokens.all.filter(({ asset }) => asset.toLowerCase() === wanted);
  if (first === undefined) {
    const known = [...new Set(tokens.all.map(({ symbol }) => symbol))].slice(0, 20).join(', ');
    throw badField(
      'when.asset',
      `when.asset must be an asset this service knows; got ${shown(name)}; it knows ${known}`,
    );
  }
  if (others.some(({ asset }) => asset !== first.asset))
    throw badField('when.asset', `when.asset ${shown(name)} names tokens of several assets`);
  return first;
}

const firstMs = 100_000_000_000;
const lastMs = 253_402_300_799_999;
const isoShape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Epoch milliseconds of a time: a number below 1e11 is seconds; ISO 8601 without a zone is UTC. Up
 * to the year 9999.
 */
export function parseInstant(value: string | number, field: string): number {
  const atMs =
    typeof value === 'number' || /^\d{1,15}$/.test(value) ? epochMs(Number(value)) : isoMs(value);
  if (atMs === null || atMs > lastMs)
    throw badField(
      field,
      `${field} must be epoch seconds (below 1e11) or milliseconds, or ISO 8601 such as 2026-10-01T12:00:00Z; got ${shown(value)}`,
    );
  return atMs;
}

function epochMs(epoch: number): number | null {
  if (!Number.isSafeInteger(epoch) || epoch < 0) return null;
  return epoch < firstMs ? epoch * 1_000 : epoch;
}

function isoMs(text: string): number | null {
  const [, date, time, , , zone] = isoShape.exec(text) ?? [];
  // Date.parse moves 30 February on to March instead of refusing it.
  if (date === undefined || !isCalendarDate(date)) return null;
  const atMs = Date.parse(time === undefined || zone !== undefined ? text : `${text}Z`);
  return Number.isNaN(atMs) || atMs < 0 ? null : atMs;
}

function isCalendarDate(date: string): boolean {
  const atMs = Date.parse(date);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date);
}

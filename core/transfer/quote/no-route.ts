import { type ErrorCode, RelayError } from '@interline/kernel';
import type { RailRefusal } from '../route.ts';
import type { CollectedOffers } from './collect-offers.ts';

/** `NO_ROUTE` with every reason. */
export function noRoute(refusals: readonly RailRefusal[]): RelayError {
  return new RelayError(
    'NO_ROUTE',
    { reasons: refusals.map(reasonText) },
    `no rail can settle this lane and amount now: ${sentence(refusals)}`,
  );
}

/** What passes by itself, so that asking again may help. */
const passing: readonly ErrorCode[] = ['CHAIN_UNREACHABLE', 'RATE_LIMITED'];

/** What quote throws when nothing prices. */
export function cannotQuote({
  refusals,
  excluded,
}: Pick<CollectedOffers, 'refusals' | 'excluded'>): RelayError {
  const isPassing = refusals.length > 0 && refusals.every(({ code }) => passing.includes(code));
  return isPassing ? cannotExecute(refusals, excluded) : noRoute([...refusals, ...excluded]);
}

/** Codes that tell a client more than `NO_ROUTE` when they are all that stands in the way. */
const telling: readonly ErrorCode[] = [
  'UNSUPPORTED_DIRECTION',
  'BELOW_AGREED_OUTPUT',
  'INSUFFICIENT_FLOAT',
  'BUDGET_SPENT',
  'GAS_EXHAUSTED',
  'ACCOUNT_STOPPED',
  'RELAYER_BUSY',
  'RATE_LIMITED',
  'CHAIN_UNREACHABLE',
  'SIMULATION_FAILED',
];

/**
 * What execute says: the one code all refusals share, where it tells more; mixed reasons are
 * `NO_ROUTE`. Ways the request itself set aside stand among the reasons but have no say in the
 * code.
 */
export function cannotExecute(
  refusals: readonly RailRefusal[],
  excluded: readonly RailRefusal[] = [],
): RelayError {
  const codes = new Set(refusals.map((refusal) => refusal.code));
  const [only] = codes;
  const all = [...refusals, ...excluded];
  if (codes.size !== 1 || only === undefined || !telling.includes(only)) return noRoute(all);
  return new RelayError(only, { reasons: all.map(reasonText) }, sentence(refusals));
}

/** `rail|CODE|reason`: flat, so that it fits an error's details; the edge splits it again. */
function reasonText(refusal: RailRefusal): string {
  return `${refusal.rail}|${refusal.code}|${refusal.reason}`;
}

function sentence(refusals: readonly RailRefusal[]): string {
  return (
    refusals.map((refusal) => `${refusal.rail}: ${refusal.reason}`).join('; ') || 'no rail answered'
  );
}

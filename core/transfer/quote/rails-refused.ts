import { type ErrorCode, type ErrorDetails, RelayError } from '@interline/kernel';
import { excludedByRequest, type RailRefusal } from '../route.ts';
import type { CollectedOffers } from './collect-offers.ts';

/** No rail can be taken; carries the reason of each rail. */
export class RailsRefused extends RelayError {
  readonly refusals: readonly RailRefusal[];

  constructor(
    code: ErrorCode,
    refusals: readonly RailRefusal[],
    message: string,
    details: ErrorDetails = {},
  ) {
    super(code, { ...waitOf(code, refusals), ...details }, message);
    this.refusals = refusals;
  }

  /** The request itself excluded every rail, so no other amount or time would help. */
  get isByRequest(): boolean {
    return (
      this.refusals.length > 0 && this.refusals.every(({ reason }) => reason === excludedByRequest)
    );
  }
}

/** The shortest wait that an engine stated for this code. */
function waitOf(code: ErrorCode, refusals: readonly RailRefusal[]): ErrorDetails {
  const waits = refusals.flatMap((one) =>
    one.code === code && one.retryAfterMs !== undefined ? [one.retryAfterMs] : [],
  );
  return waits.length === 0 ? {} : { retryAfterMs: Math.min(...waits) };
}

/** Temporary codes, for which a retry may help. */
const passing: readonly ErrorCode[] = ['CHAIN_UNREACHABLE', 'PAUSED', 'RATE_LIMITED'];

/** What the recipient lacks, at any amount and time. */
const ofRecipient: readonly ErrorCode[] = ['MEMO_REQUIRED', 'TRUSTLINE_MISSING'];

/** Quote's error if no rail returns a price. */
export function cannotQuote({
  refusals,
  excluded,
}: Pick<CollectedOffers, 'refusals' | 'excluded'>): RailsRefused {
  const areAll = (codes: readonly ErrorCode[]): boolean =>
    refusals.length > 0 && refusals.every(({ code }) => codes.includes(code));
  return areAll(passing) || areAll(ofRecipient)
    ? cannotExecute(refusals, excluded)
    : noRoute([...refusals, ...excluded]);
}

/** Codes that are more specific than `NO_ROUTE` if all refusals share them. */
const telling: readonly ErrorCode[] = [
  ...ofRecipient,
  'UNSUPPORTED_DIRECTION',
  'INSUFFICIENT_FLOAT',
  'BUDGET_SPENT',
  'GAS_EXHAUSTED',
  'ACCOUNT_STOPPED',
  'PAUSED',
  'RELAYER_BUSY',
  'RATE_LIMITED',
  'CHAIN_UNREACHABLE',
  'SIMULATION_FAILED',
  'GAS_CEILING',
];

/**
 * Execute's error. `BELOW_AGREED_OUTPUT` if at least one rail would serve except for the floor,
 * because the client itself can change that; the other rails' reasons do not matter then. Otherwise
 * the code that all refusals share, if it is specific; mixed reasons are `NO_ROUTE`. Offers that
 * the request itself excluded are listed as reasons but do not affect the code.
 */
export function cannotExecute(
  refusals: readonly RailRefusal[],
  excluded: readonly RailRefusal[] = [],
): RailsRefused {
  const code = codeOf(refusals);
  const all = [...refusals, ...excluded];
  return code === 'NO_ROUTE' ? noRoute(all) : new RailsRefused(code, all, sentence(refusals));
}

function codeOf(refusals: readonly RailRefusal[]): ErrorCode {
  const codes = new Set(refusals.map(({ code }) => code));
  if (codes.has('BELOW_AGREED_OUTPUT')) return 'BELOW_AGREED_OUTPUT';
  const [only] = codes;
  return codes.size === 1 && only !== undefined && telling.includes(only) ? only : 'NO_ROUTE';
}

function noRoute(refusals: readonly RailRefusal[]): RailsRefused {
  return new RailsRefused(
    'NO_ROUTE',
    refusals,
    `no rail can settle this lane and amount now: ${sentence(refusals)}`,
  );
}

/** Engines with the same reason are named together before it. A full stop would end the list. */
function sentence(refusals: readonly RailRefusal[]): string {
  const railsBy = new Map<string, string[]>();
  for (const { rail, reason } of refusals)
    railsBy.set(reason, [...(railsBy.get(reason) ?? []), rail]);
  const clause = (reason: string): string => reason.replace(/\.$/, '');
  return (
    [...railsBy].map(([reason, rails]) => `${rails.join(', ')}: ${clause(reason)}`).join('; ') ||
    'no rail answered'
  );
}

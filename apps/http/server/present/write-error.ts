import { type RailRefusal, RailsRefused } from '@interline/core/transfer';
import { errorEntry, type RelayError } from '@interline/kernel';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorBody } from '../schemas/error-body.ts';
import { errorDocs } from './error-docs.ts';
import { usageOf } from './usage-of.ts';

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

export interface ErrorSetting {
  readonly basePath: string;
  readonly requestId: string;
  /** The row that was asked, where one was found. */
  readonly endpoint: Endpoint | null;
}

/** Details that may be shown beside a fault of ours; the rest of a fault stays inside. */
const shownOnFaults: readonly string[] = ['chain', 'rail', 'checks', 'recorded'];

/**
 * A refusal or fault for the client. From 500 on only the catalogue speaks: a fault's own words may
 * hold an upstream's.
 */
export function writeError(error: RelayError, setting: ErrorSetting): ErrorReply {
  const entry = errorEntry(error.code);
  const isFault = entry.http >= 500;
  const { retryAfterMs: ownWait, ...facts } = error.details;
  // A program that only reads this field must not repeat a request that may have been recorded.
  const isRetryable = entry.retryable && facts['recorded'] !== 'unknown';
  const entryWait = isRetryable ? entry.retryAfterMs : undefined;
  const retryAfterMs = isRetryable && typeof ownWait === 'number' ? ownWait : entryWait;
  const shownFacts = Object.entries(facts).filter(
    ([name]) => !isFault || shownOnFaults.includes(name),
  );
  const details = Object.fromEntries(
    shownFacts.map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
  return {
    status: entry.http,
    headers: headersOf(error, entry.http, retryAfterMs),
    body: {
      error: isFault ? entry.summary : error.message,
      errorCode: error.code,
      retryable: isRetryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      suggestedAction: entry.suggestedAction,
      docs: errorDocs(setting.basePath, error.code),
      requestId: setting.requestId,
      ...(error.code === 'UNSUPPORTED_DIRECTION' ? { status: error.code } : {}),
      ...(error instanceof RailsRefused ? { reasons: error.refusals.map(writeReason) } : {}),
      ...(Object.keys(details).length === 0 ? {} : { details }),
      ...(entry.http === 400 ? helpOf(setting.endpoint, setting.basePath) : {}),
    },
  };
}

function writeReason({ rail, code, reason }: RailRefusal): Omit<RailRefusal, 'minInput'> {
  return { rail, code, reason };
}

function headersOf(
  { details }: RelayError,
  status: number,
  retryAfterMs: number | undefined,
): Record<string, string> {
  const { allow } = details;
  return {
    'cache-control': 'no-store',
    ...(retryAfterMs === undefined
      ? {}
      : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(typeof allow === 'object' ? { allow: allow.join(', ') } : {}),
  };
}

/** How to ask properly: an example, and for a query the names it takes. */
function helpOf(endpoint: Endpoint | null, basePath: string): Pick<ErrorBody, 'example' | 'usage'> {
  if (endpoint === null) return {};
  const usage = usageOf(endpoint, basePath);
  return {
    ...(endpoint.example === undefined ? {} : { example: { ...endpoint.example } }),
    ...(usage === null ? {} : { usage }),
  };
}

import * as z from 'zod';
import { type RailRefusal, RailsRefused } from '@interline/core/transfer';
import { type ErrorCode, type ErrorEntry, errorEntry, type RelayError } from '@interline/kernel';
import type { Endpoint } from '../endpoint.ts';
import { acceptSignature } from '../../agents/message-signature.ts';
import { PaymentDue } from '../../payments/payment-due.ts';
import { RejectedPlan } from '../../planning/rejected-plan.ts';
import { SignAgain } from './sign-again.ts';
import type { answerFields } from '../schemas/fields.ts';
import type { ErrorBody, ProblemBody } from '../schemas/error-body.ts';

interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

interface ErrorSetting {
  readonly basePath: string;
  readonly requestId: string;
  /** The row that was asked, where one was found. */
  readonly endpoint: Endpoint | null;
}

/** Details that may be shown with a fault of ours; the rest of a fault stays inside. */
const shownOnFaults: readonly string[] = ['chain', 'rail', 'checks', 'recorded'];

/**
 * A refusal or fault for the client. From 500 on only the catalogue speaks: a fault's own words may
 * hold an upstream's.
 */
export function presentError(error: RelayError, setting: ErrorSetting): ErrorReply {
  const entry = errorEntry(error.code);
  // What an operator has paused is a refusal in our own words, though it passes.
  const isFault = entry.http >= 500 && error.code !== 'PAUSED';
  const { retryAfterMs: ownWait, ...facts } = error.details;
  const isInDoubt = facts['recorded'] === 'unknown';
  // A program that only reads this field must not repeat a request that may have been recorded.
  const isRetryable = entry.retryable && !isInDoubt;
  const entryWait = isRetryable ? entry.retryAfterMs : undefined;
  const retryAfterMs = isRetryable && typeof ownWait === 'number' ? ownWait : entryWait;
  const shownFacts = Object.entries(facts).filter(
    ([name]) => !isFault || shownOnFaults.includes(name),
  );
  const details: NonNullable<ErrorBody['details']> = {
    ...Object.fromEntries(
      shownFacts.map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
    ),
    ...(error instanceof SignAgain ? { signAgain: { ...error.answer } } : {}),
    ...(error instanceof RejectedPlan
      ? { rejected: error.rejected.map((one) => ({ ...one })) }
      : {}),
  };
  return {
    status: entry.http,
    headers: headersOf(error, entry.http, retryAfterMs, setting.endpoint),
    body: {
      error: isInDoubt ? inDoubt : isFault ? entry.summary : error.message,
      errorCode: error.code,
      retryable: isRetryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      suggestedAction:
        error instanceof RailsRefused && error.isByRequest
          ? leaveFewerOut
          : error instanceof PaymentDue
            ? payOrWait
            : adviceOf(entry, setting.endpoint),
      docs: errorDocs(setting.basePath, error.code),
      requestId: setting.requestId,
      ...(error.code === 'UNSUPPORTED_DIRECTION' ? { status: error.code } : {}),
      ...(error instanceof RailsRefused ? { reasons: error.refusals.map(presentReason) } : {}),
      ...(Object.keys(details).length === 0 ? {} : { details }),
      ...(entry.http === 400 ? helpOf(setting.endpoint, setting.basePath) : {}),
    },
  };
}

/** A client that reads that nothing was done would pay again. */
const inDoubt =
  'The database did not answer in time: this may have been recorded, and is then carried out.';

const payOrWait =
  'Pay what the header PAYMENT-REQUIRED demands (x402) and send the request again with PAYMENT-SIGNATURE, or wait for Retry-After.';

const leaveFewerOut =
  'The request leaves out every rail that serves this lane: leave fewer of them out.';

/** An operator cannot use the advice that is written for payers. */
function adviceOf(
  { suggestedAction, operatorsAction }: ErrorEntry,
  endpoint: ErrorSetting['endpoint'],
): string {
  return endpoint?.isOperators === true ? (operatorsAction ?? suggestedAction) : suggestedAction;
}

function presentReason({ rail, code, reason, retryAfterMs }: RailRefusal): RefusalWire {
  return { rail, code, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function headersOf(
  { details }: RelayError,
  status: number,
  retryAfterMs: number | undefined,
  endpoint: Endpoint | null,
): Record<string, string> {
  const { allow } = details;
  return {
    'cache-control': 'no-store',
    ...(retryAfterMs === undefined
      ? {}
      : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 401 && endpoint?.agent !== undefined
      ? {
          'accept-signature': acceptSignature(endpoint.method, endpoint.request.body !== undefined),
        }
      : {}),
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

/** Types of problems that IANA has registered; of all others our own document is the type. */
const registeredTypes: Partial<Record<ErrorCode, string>> = {
  UNKNOWN_LANE_KEY: 'https://iana.org/assignments/http-problem-types#ohttp-key',
  DATE_OUTSIDE_WINDOW: 'https://iana.org/assignments/http-problem-types#date',
};

/**
 * The same refusal as RFC 9457 has it. There `status` is the HTTP status, so a corridor's state is
 * told by `errorCode` alone.
 */
export function asProblem(
  { body, status }: Pick<ErrorReply, 'body' | 'status'>,
  code: ErrorCode,
): ProblemBody {
  return {
    ...body,
    type: registeredTypes[code] ?? body.docs,
    title: errorEntry(code).summary,
    status,
    detail: body.error,
  };
}

/** Where a code is explained. */
export function errorDocs(basePath: string, code: ErrorCode): string {
  return `${basePath}/api/errors#${code}`;
}

type RefusalWire = z.input<(typeof answerFields)['refusal']>;

export function presentRefusal(refusal: RailRefusal): RefusalWire {
  const { minInput } = refusal;
  return {
    ...presentReason(refusal),
    ...(minInput === undefined ? {} : { minInput: minInput.toString() }),
  };
}

/** A field of a request, with what it takes in its schema's words. */
interface RequestField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly wanted: string | undefined;
}

export function fieldsOf(request: z.ZodObject): readonly RequestField[] {
  // CAST: zod leaves the fields of an open shape untyped.
  return Object.entries(request.shape as Readonly<Record<string, z.ZodType>>).map(
    ([name, field]) => {
      const isOptional = field instanceof z.ZodOptional;
      return {
        name,
        isOptional,
        wanted: descriptionOf(field) ?? (isOptional ? descriptionOf(field.unwrap()) : undefined),
      };
    },
  );
}

function descriptionOf(field: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(field)?.description;
}

/** How to write an endpoint's query, from its schema and example; null where it takes none. */
function usageOf(
  { method, path, request, example }: Endpoint,
  basePath: string,
): ErrorBody['usage'] | null {
  if (request.query === undefined) return null;
  const names = fieldsOf(request.query).map(
    ({ name, isOptional, wanted }) =>
      [name, `${isOptional ? 'optional' : 'required'}: ${wanted ?? 'text'}`] as const,
  );
  const pairs = Object.entries(example ?? {}).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return {
    request: `${method} ${basePath}${path}?${new URLSearchParams(pairs).toString()}`,
    query: Object.fromEntries(names),
  };
}

import {
  type ErrorCode,
  errorEntry,
  isRelayError,
  permitDeadline,
  type RelayError,
} from '@interline/kernel';

/** Something that would make execute refuse, or lose the money. */
export interface Blocker {
  readonly code: ErrorCode;
  readonly reason: string;
  /** What to do about it, in a sentence. */
  readonly fix: string;
}

export interface Findings {
  readonly blockers: readonly Blocker[];
  /** What the caller should know and execute does not mind. */
  readonly warnings: readonly string[];
}

export const nothingFound: Findings = { blockers: [], warnings: [] };

/**
 * Everything that was found, each thing once: two questions to one silent chain are one blocker.
 */
export function mergeFindings(all: readonly Findings[]): Findings {
  const blockers = new Map(
    all
      .flatMap((one) => one.blockers)
      .map((blocker) => [`${blocker.code}|${blocker.reason}`, blocker]),
  );
  return { blockers: [...blockers.values()], warnings: all.flatMap((one) => one.warnings) };
}

/** Faults that leave the question open: nothing can be said about the request. */
const faults: readonly ErrorCode[] = ['STORE_DOWN', 'INTERNAL'];

/** What execute would refuse with, as a blocker with its fix. A fault of our own is thrown on. */
export function blockerOf(error: unknown): Blocker {
  if (!isRelayError(error) || faults.includes(error.code)) throw error;
  return {
    code: error.code,
    reason: reasonOf(error),
    fix: fixes[error.code] ?? errorEntry(error.code).suggestedAction,
  };
}

/** From 500 on the catalogue speaks: a fault's own words may hold a node's. */
function reasonOf({ code, message, details }: RelayError): string {
  const { http, summary } = errorEntry(code);
  if (http < 500) return message;
  return details['chain'] === undefined ? summary : `${String(details['chain'])}: ${summary}`;
}

/** A new request would be signed as wrongly. */
const signWhole =
  'Give the wallet the whole signRequest.eip712 as it was answered, types.EIP712Domain included';
const askAgain = 'Ask POST /api/agent/do for a new sign request';

/** Where there is more to say than the catalogue does. */
const fixes: Partial<Readonly<Record<ErrorCode, string>>> = {
  UNSUPPORTED_DIRECTION:
    'Choose another pair of chains; GET /api/route/chains tells which ones settle.',
  OPERATOR_ONLY:
    'Send mode "permit2" with a permit signed from POST /api/agent/do, or the operator\'s bearer token.',
  PERMIT_INVALID: `${signWhole}, and sign with the key of permit2.owner; another transfer needs a sign request of its own.`,
  PERMIT_SPENDER: `${askAgain} and sign for the relayer that signRequest.spender names.`,
  PERMIT_EXPIRED: `${askAgain}, sign its deadline, and execute within ${permitDeadline.suggestedSec / 60} minutes.`,
  PERMIT_USED: `${askAgain} and sign the unused nonce it suggests.`,
  INTENT_MISMATCH:
    'Send chains, tokens, amount, toAddress and minOut as in the execute body that came with the sign request, or sign a new one.',
};

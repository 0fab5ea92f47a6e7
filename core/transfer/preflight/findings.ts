import {
  type ErrorCode,
  errorEntry,
  isRelayError,
  permitDeadline,
  type RelayError,
  storeFaults,
} from '@interline/kernel';

/** A finding that would make execute refuse, or lose the money. */
export interface Blocker {
  readonly code: ErrorCode;
  readonly reason: string;
  /** How to fix it, in one sentence. */
  readonly fix: string;
}

export interface Findings {
  readonly blockers: readonly Blocker[];
  /** Facts that the caller should know although execute accepts them. */
  readonly warnings: readonly string[];
}

export const nothingFound: Findings = { blockers: [], warnings: [] };

/**
 * All findings, with equal blockers merged: two failed reads of one unreachable chain are one
 * blocker.
 */
export function mergeFindings(all: readonly Findings[]): Findings {
  const blockers = new Map(
    all
      .flatMap((one) => one.blockers)
      .map((blocker) => [`${blocker.code}|${blocker.reason}`, blocker]),
  );
  return { blockers: [...blockers.values()], warnings: all.flatMap((one) => one.warnings) };
}

/** Our own faults, which say nothing about the request. */
const faults: readonly ErrorCode[] = [...storeFaults, 'INTERNAL'];

/** An error of execute as a blocker with its fix. Rethrows our own faults. */
export function blockerOf(error: unknown): Blocker {
  if (!isRelayError(error) || faults.includes(error.code)) throw error;
  return {
    code: error.code,
    reason: reasonOf(error),
    fix: fixes[error.code] ?? errorEntry(error.code).suggestedAction,
  };
}

/**
 * From status 500 on, the catalogue's summary, because a fault's own message may quote an RPC node.
 * A switch is our own decision, so its message is shown.
 */
function reasonOf({ code, message, details }: RelayError): string {
  const { http, summary } = errorEntry(code);
  if (http < 500 || code === 'PAUSED') return message;
  return details['chain'] === undefined ? summary : `${String(details['chain'])}: ${summary}`;
}

/**
 * A new sign request alone would not help, because the wallet would sign it in the same wrong way.
 */
const signWhole =
  'Give the wallet the whole signRequest.eip712 as it was answered, types.EIP712Domain included';
const askAgain = 'Ask POST /api/agent/do for a new sign request';

/** Fixes that are more specific than the catalogue's. */
const fixes: Partial<Readonly<Record<ErrorCode, string>>> = {
  UNSUPPORTED_DIRECTION:
    'Choose another pair of chains; GET /api/route/chains tells which ones settle.',
  OPERATOR_ONLY:
    'Send mode "permit2" with a permit signed from POST /api/agent/do, or the operator\'s bearer token.',
  PERMIT_INVALID: `${signWhole}, and sign with the key of permit2.owner; another transfer needs a sign request of its own.`,
  PERMIT_SPENDER: `${askAgain} and sign for the relayer that signRequest.spender names.`,
  PERMIT_EXPIRED: `${askAgain}, sign its deadline, and execute within ${permitDeadline.suggestedSec / 60} minutes.`,
  PRICE_MOVED: `${askAgain} and sign it; the permit you signed was not used.`,
  PERMIT_USED: `${askAgain} and sign the unused nonce it suggests.`,
  INTENT_MISMATCH:
    'Send chains, tokens, amount, toAddress and minOut as in the execute body that came with the sign request, or sign a new one.',
};

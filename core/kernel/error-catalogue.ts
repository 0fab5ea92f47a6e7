export interface ErrorEntry {
  readonly http: number;
  readonly retryable: boolean;
  /** How long a client should wait, for transient failures. */
  readonly retryAfterMs?: number;
  readonly summary: string;
  readonly suggestedAction: string;
  /**
   * What a refusal with this code rules out while execute tries one offer after another: that offer
   * only, or the request, because no other rail can help. Not on the wire.
   */
  readonly rulesOut: 'offer' | 'request';
}

/**
 * Every code the service can answer with. Statuses live here and nowhere else; plugins choose
 * codes, never statuses.
 */
export const errorCatalogue = {
  MISSING_FIELD: entry(
    400,
    'A required field is missing.',
    'Add the named field and send the request again.',
  ),
  BAD_REQUEST: entry(
    400,
    'The request is not of the expected shape.',
    'Correct the named field; GET /openapi.json has the shape, /docs shows it.',
  ),
  BAD_AMOUNT: entry(
    400,
    'The amount is not a positive whole number in a string.',
    'Send the amount in the smallest units as a string of decimal digits, without sign, point or exponent.',
  ),
  NATIVE_NOT_PULLABLE: entry(
    400,
    'A native coin cannot be pulled with a permit.',
    'Wrap the coin and send the wrapped token as fromToken.',
  ),
  UNSAFE_URL: entry(
    400,
    'The URL is not one the service may be sent to.',
    'Register an http or https URL of a public address, without credentials and at a port that web servers use.',
  ),
  UNKNOWN_KEY: entry(
    401,
    'No key like this was ever made here.',
    'Send the key that POST /api/keys/create answered with, in the header x-svc-key.',
  ),
  OPERATOR_ONLY: entry(
    403,
    "This needs the operator's credential: it moves the operator's own funds, or frees refunds and hooks that are held up.",
    'The operator sends its token as Authorization: Bearer. Any other caller uses mode "permit2" with a signed permit, sets dryRun, or uses the sandbox header.',
  ),
  NOT_FOUND: entry(
    404,
    'There is nothing at this path.',
    'Check the method and the path; GET /openapi.json has all of them.',
  ),
  UNKNOWN_ROUTE: entry(404, 'No route has this id.', 'Use the id that the execute answer carried.'),
  UNKNOWN_RECORD: entry(
    404,
    'No record of this kind has this id.',
    'Use the id that the creating POST answered with.',
  ),
  UNROUTABLE_LANE: entry(
    404,
    'No rail serves this pair of chains and tokens.',
    'Read GET /api/route/chains for the chains and GET /api/gasless/info for the tokens.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'The path does not answer to this method.',
    'Use one of the methods in the Allow header.',
  ),
  INTENT_MISMATCH: endsRequest(
    entry(
      409,
      'This permit was signed for, or used with, a different transfer.',
      'Send the transfer the permit was signed for, or ask for a new sign request.',
    ),
  ),
  PERMIT_USED: endsRequest(
    entry(
      409,
      "The permit's nonce is already spent.",
      'Ask for a new sign request and sign its nonce.',
    ),
  ),
  PRICE_MOVED: endsRequest(
    entry(
      409,
      'The agreed price no longer holds: gas rose by more than a tenth of the fee, or a token lost its worth.',
      'Sign the new sign request in details.signAgain, or ask POST /api/agent/do for one; the permit you signed was not used.',
    ),
  ),
  IDEMPOTENCY_CONFLICT: endsRequest(
    entry(
      409,
      'The Idempotency-Key was used with another body.',
      'Use a fresh Idempotency-Key for a different request.',
    ),
  ),
  ALREADY_ENDED: entry(
    409,
    'The record has ended, so it cannot be cancelled.',
    'Read it with GET; its status and runs say how it ended.',
  ),
  IDEMPOTENCY_IN_FLIGHT: entry(
    409,
    'The first request with this Idempotency-Key is still under way.',
    "Send the same request again after retryAfterMs; it gets the first one's answer.",
    1_000,
  ),
  BODY_TOO_LARGE: entry(
    413,
    'The request body is too large.',
    'Send at most the number of bytes the message names.',
  ),
  NO_ROUTE: entry(
    422,
    'No rail can settle this lane and amount now.',
    'Read the reasons, then change the amount or try again later.',
  ),
  BURN_ADDRESS_REFUSED: entry(
    422,
    'The recipient is a burn or null address.',
    'Correct toAddress, or set allowBurnAddress if the loss is intended.',
  ),
  BELOW_AGREED_OUTPUT: entry(
    422,
    'The output would be below the agreed minimum.',
    'Ask for a fresh quote, or lower minOut.',
  ),
  UNSUPPORTED_DIRECTION: entry(
    422,
    'This corridor can be priced but not settled.',
    'Branch on quoteOnly before offering a quote as actionable.',
  ),
  PAYER_NOT_READY: endsRequest(
    entry(
      422,
      'The pull would revert: the payer cannot pay with this permit now.',
      "Check the payer's balance, allowance and own code, then sign a new permit.",
    ),
  ),
  PERMIT_INVALID: endsRequest(
    entry(
      422,
      'The permit does not authorise this pull.',
      "Sign the whole signRequest.eip712 of this transfer, types.EIP712Domain included, with the owner's key.",
    ),
  ),
  PERMIT_EXPIRED: endsRequest(
    entry(
      422,
      "The permit's deadline is too near, past or too far.",
      'Ask for a new sign request and send it within its deadline.',
    ),
  ),
  PERMIT_SPENDER: endsRequest(
    entry(
      422,
      'The permit is signed for another spender.',
      'Sign for the relayer address of signRequest.spender.',
    ),
  ),
  INSUFFICIENT_FLOAT: entry(
    422,
    'The float on the destination is too low for this amount now.',
    'Send at most capNow, or try again shortly.',
    15_000,
  ),
  TOO_MANY_RECORDS: entry(
    422,
    'There are as many records of this kind as there may be.',
    'Use or cancel one that is there, or wait until one ends.',
  ),
  BUDGET_SPENT: entry(
    422,
    'A daily budget of the relayer for this kind of request is spent.',
    'Try again tomorrow, or use another chain.',
    3_600_000,
  ),
  RATE_LIMITED: entry(429, 'Too many requests.', 'Wait for Retry-After, then try again.', 60_000),
  INTERNAL: entry(
    500,
    'The service failed on its side.',
    'Try again; report the request id if it persists.',
    5_000,
  ),
  RAIL_FAULT: entry(
    502,
    'A rail failed to answer properly.',
    'Try again; another rail may serve the lane.',
    5_000,
  ),
  RAIL_TIMEOUT: entry(
    504,
    'A rail did not answer in time.',
    'Try again; another rail may serve the lane.',
    5_000,
  ),
  RAIL_DOWN: entry(503, 'A rail is resting after repeated faults.', 'Try again shortly.', 15_000),
  CHAIN_UNREACHABLE: entry(
    503,
    'A chain cannot be reached now.',
    'Try again shortly; nothing was sent.',
    5_000,
  ),
  ACCOUNT_STOPPED: entry(
    503,
    "The relayer's account on this chain is stopped while the store and the chain disagree.",
    'Use another chain, or try again later.',
    60_000,
  ),
  BOOKS_DEFICIT: entry(
    503,
    "The relayer's account on this chain holds less than its books say, so large payouts from it wait.",
    'Send a small amount, use another chain, or try again later.',
    60_000,
  ),
  PAUSED: entry(
    503,
    'The operator has paused, or is draining, a part of the service that this transfer needs. Nothing was sent and no permit was used.',
    'Try again after retryAfterMs with the same permit while it is good, or choose a transfer that does not need what details.scope names.',
    30_000,
  ),
  RELAYER_BUSY: endsRequest(
    entry(
      503,
      'The relayer has as much value under way on this chain as it may at one time.',
      'Try again shortly; nothing was sent.',
      5_000,
    ),
  ),
  GAS_EXHAUSTED: entry(
    503,
    'The relayer is out of gas on this chain.',
    'Use another chain, or try again later.',
    60_000,
  ),
  STORE_DOWN: endsRequest(
    entry(
      503,
      'The service cannot record anything now, so it does nothing.',
      'Try again shortly, with the same permit or Idempotency-Key: nothing is done twice.',
      5_000,
    ),
  ),
  NOT_READY: entry(
    503,
    'This instance is starting or shutting down, so it takes nothing on.',
    'Send the request again.',
    1_000,
  ),
  PULL_REVERTED: entry(
    422,
    'The pull was mined but reverted; no money moved.',
    "Check the payer's balance and allowance, then sign a new permit.",
  ),
  PULL_EXPIRED: entry(
    422,
    'The permit expired before the pull was mined; no money moved.',
    'Sign a new permit.',
  ),
  SIMULATION_FAILED: entry(
    422,
    'The transaction would revert on chain.',
    "Check the payer's balance, allowance and the recipient.",
  ),
  GAS_CEILING: entry(
    422,
    'The transaction would take more gas than the relayer spends on one of its kind; nothing was signed.',
    'Look at the code of the account that the message names: use a payer and a recipient whose code burns less, or an account without code.',
  ),
  REFUNDED: entry(
    422,
    'The transfer could not be completed; the whole amount went back to the payer.',
    'Ask for a fresh quote, perhaps on another lane.',
  ),
  WRITTEN_OFF: entry(
    422,
    'The operator ended the transfer without a delivery or a refund that the service could make.',
    'Contact the operator with the route id.',
  ),
  DELIVERED_OTHER_TOKEN: entry(
    422,
    'The transfer arrived in another token than was agreed.',
    'The recipient holds what the reason names; contact the operator with the route id if that does not do.',
  ),
  DELIVERED_BELOW_MIN: entry(
    422,
    'The transfer arrived below the agreed minimum.',
    'Contact the operator with the route id.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue) as ErrorCode[];

/** The catalogue's row, with the optional column readable on every code. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalogue[code];
}

function entry(
  http: number,
  summary: string,
  suggestedAction: string,
  retryAfterMs?: number,
): ErrorEntry {
  return retryAfterMs === undefined
    ? { http, retryable: false, summary, suggestedAction, rulesOut: 'offer' }
    : { http, retryable: true, retryAfterMs, summary, suggestedAction, rulesOut: 'offer' };
}

function endsRequest(row: ErrorEntry): ErrorEntry {
  return { ...row, rulesOut: 'request' };
}

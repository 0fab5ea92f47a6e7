export interface ErrorEntry {
  readonly http: number;
  readonly retryable: boolean;
  /** How long a client should wait, for transient failures. */
  readonly retryAfterMs?: number;
  readonly summary: string;
  readonly suggestedAction: string;
  /** The same for an operator who gave an order or requested a list, if it differs. */
  readonly operatorsAction?: string;
  /**
   * What a refusal with this code excludes while execute tries one offer after another: only that
   * offer, or the whole request, because no other rail can help. Not on the wire.
   */
  readonly rulesOut: 'offer' | 'request';
}

/**
 * Every code that the service can return. Only this table has statuses; plugins choose codes, never
 * statuses.
 */
export const errorCatalogue = {
  MISSING_FIELD: forOperators(
    entry(400, 'A required field is missing.', 'Add the named field and send the request again.'),
    "Add what the message names; the command's --help lists its arguments and options.",
  ),
  BAD_REQUEST: forOperators(
    entry(
      400,
      'The request does not have the expected shape.',
      'Correct the named field; GET /openapi.json has the shape, /docs shows it.',
    ),
    "Do what the message asks for; the command's --help lists its arguments and options, and --dry-run changes nothing.",
  ),
  BAD_AMOUNT: forOperators(
    endsRequest(
      entry(
        400,
        'The amount is not a positive whole number in a string, or is above what is ever served.',
        'Send the amount in the smallest units as a string of decimal digits, without sign, point or exponent, and below the limit where the message names one.',
      ),
    ),
    'Give whole smallest units, as digits alone, no point and no exponent: 25000000 is 25 USDC.',
  ),
  NATIVE_NOT_PULLABLE: entry(
    400,
    'A native coin cannot be pulled with a permit.',
    'Wrap the coin and send the wrapped token as fromToken.',
  ),
  UNSAFE_URL: entry(
    400,
    'The service may not send requests to this URL.',
    'Register an http or https URL of a public address, without credentials and at a port that web servers use. One of the machine of the service itself is taken where its config has hooks: { allowLoopback: true }, or a devnet without a config was started with HOOKS_LOOPBACK=1.',
  ),
  DATE_OUTSIDE_WINDOW: entry(
    400,
    "The private request has no date, or one too far from the service's clock.",
    'Write the field date into the sealed message, within 120 seconds of serverDate, and seal it again.',
  ),
  UNKNOWN_KEY: entry(
    401,
    'This service did not issue this key.',
    'Send the key that POST /api/keys/create answered with, in the header x-svc-key.',
  ),
  PASS_REQUIRED: entry(
    401,
    'This costs a pass, and the request shows none.',
    'Send a pass, as pass in the body or as the header x-svc-pass; POST /api/plus/trial gives some for nothing.',
  ),
  PASS_INVALID: entry(
    401,
    'No key of this service signed the pass.',
    'Finalize the signature with the key that blinded it, and use a pass of this service; nothing was done.',
  ),
  PASS_EXPIRED: entry(
    401,
    'The pass has expired: its key is too old.',
    'Use a newer pass; nothing was done.',
  ),
  WALLET_TEXT_INVALID: entry(
    401,
    'The signed text was not issued by this service.',
    'Have the wallet sign the message of GET /api/route/by-wallet, to the letter, and send both.',
  ),
  WALLET_TEXT_EXPIRED: entry(
    401,
    'The signed text is older than five minutes, or dated in the future.',
    'Ask GET /api/route/by-wallet for a new one and have the wallet sign that.',
  ),
  WALLET_SIGNATURE_INVALID: entry(
    401,
    'The wallet that the text names did not sign it.',
    'Sign the message as it is, as a personal message (EIP-191), with the wallet that it names. A wallet that is a contract also needs chainId: a chain where it stands.',
  ),
  SIWE_INVALID: entry(
    400,
    'The message is not a sign-in message of this service.',
    'Write it by EIP-4361 to the letter, with a nonce, the domain and the URI of POST /api/account/nonce, issued now and expiring within a day.',
  ),
  SIGNATURE_INVALID: entry(
    401,
    'The wallet that the message names did not sign it.',
    'Sign the message as it is, as a personal message (EIP-191). A wallet that is a contract must take the signature on the chain that the message names (ERC-1271), or be deployed by it (ERC-6492).',
  ),
  SESSION_EXPIRED: entry(
    401,
    'The session does not exist or has ended.',
    'Sign in again with POST /api/account/nonce and POST /api/account/session, and send the token as Authorization: Bearer.',
  ),
  SCOPE_MISSING: entry(
    403,
    'The session was not signed for this.',
    'Sign in again, and list the scope that the message names among the resources of the signed message.',
  ),
  AGENT_SIGNATURE_INVALID: entry(
    401,
    "The request does not have a valid agent's signature.",
    'Sign it by RFC 9421 with Ed25519 over what Accept-Signature names: created now, expires within 300 s, a fresh nonce of 16 random bytes, the key\'s thumbprint as keyid, and tag="interline-agent".',
  ),
  UNKNOWN_AGENT: endsRequest(
    entry(
      401,
      'The wallet has no agent with this key.',
      'Have the owner register the key with POST /api/agents; only agents of the wallet that signed a permit may use it.',
    ),
  ),
  AGENT_FROZEN: endsRequest(
    entry(
      403,
      'The agent is frozen.',
      'Its owner reactivates it with PATCH /api/agents/{id} and state: "active".',
    ),
  ),
  TARGET_NOT_ALLOWED: entry(
    403,
    'The private lane does not serve this.',
    "Send it directly: operators' calls, accounts, keys, webhooks and the sandbox identify their caller.",
  ),
  ORIGIN_NOT_ALLOWED: entry(
    403,
    'Pages of this origin may not make changes here.',
    'Call it from your own server, or from a page of an origin that the deployment names in server.executeOrigins.',
  ),
  OPERATOR_ONLY: forOperators(
    entry(
      403,
      "This needs the operator's credential: it moves the operator's own funds, or frees refunds and hooks that are held up.",
      'The operator sends its token as Authorization: Bearer. Any other caller uses mode "permit2" with a signed permit (from bitcoin: leaves mode out, and pays the deposit), sets dryRun, or uses the sandbox header.',
    ),
    "Show this service's token: that of INTERLINE_OPERATOR_TOKEN where it runs, or of operator.token in its data folder (INTERLINE_DATA).",
  ),
  NOT_FOUND: entry(
    404,
    'There is nothing at this path.',
    'Check the method, the path and any id in it; GET /openapi.json has all of them.',
  ),
  UNKNOWN_PLAN: entry(
    404,
    'No plan has this id, or it was forgotten a day after it was made.',
    'Use the id that POST /api/plan returned, or ask it for another plan.',
  ),
  UNKNOWN_COLLECTION: entry(
    404,
    'No member collection of this deployment has this address.',
    'Use an address of GET /api/membership/collections.',
  ),
  LINK_INVALID: entry(
    422,
    'The link between vault and wallet is not valid.',
    'Have the vault sign Link(vault, hot, expires, nonce) by EIP-712 with a fresh nonce of 32 bytes, expiring within a year; hot is the wallet that signed in.',
  ),
  UNKNOWN_ROUTE: forOperators(
    entry(404, 'No route has this id.', 'Use the id that the execute answer carried.'),
    'Use an id of "interline desk" or of a receipt, rt_ and 32 digits; a restored store may have lost the route.',
  ),
  UNKNOWN_RECORD: forOperators(
    entry(
      404,
      'No record of this kind has this id.',
      'Use the id that the creating POST answered with.',
    ),
    'Look the id up again: "interline desk" and "interline account show <chain> <role>" list what is open now.',
  ),
  UNROUTABLE_LANE: forOperators(
    entry(
      404,
      'No rail serves this pair of chains and tokens.',
      'Read GET /api/route/chains for the chains and GET /api/gasless/info for the tokens.',
    ),
    'Name a chain and a token of this deployment; "interline float status" lists both.',
  ),
  PLUS_DISABLED: entry(
    404,
    'This deployment has no passes.',
    'Send the request without a pass; GET /api/plus/info says whether passes are enabled.',
  ),
  LANE_DISABLED: entry(
    404,
    'This deployment has no private lane.',
    'Send the request itself, without Oblivious HTTP around it.',
  ),
  ACCOUNTS_DISABLED: entry(
    404,
    'This deployment has no accounts.',
    'Use a deployment that has accounts; a route is read by its id here too.',
  ),
  KEY_PROOF_INVALID: entry(
    422,
    'The proof does not show that the key is held for this wallet.',
    'Have the key sign a JWS. For an agent: EdDSA, typ interline-agent+jwt, over {aud, owner, iat, nonce}: this service, the wallet that signed in, now in seconds, and 16 random bytes. For a mandate: typ interline-mandate+jwt, over {aud, owner, mandate}, the last the SHA-256 of what the signature of the mandate covers.',
  ),
  UNKNOWN_HOOK: entry(
    404,
    'This account has no webhook, or no delivery of it, with this id.',
    'GET /api/account/hooks lists the webhooks, and /{id}/deliveries what each was sent.',
  ),
  FACILITATOR_DISABLED: entry(
    404,
    'This deployment does not settle payments for others.',
    'Use a facilitator that does; GET /api/payments/supported says on which chains.',
  ),
  SPONSOR_DISABLED: entry(
    404,
    'This deployment does not sponsor transactions.',
    'Use a deployment that does; GET /api/sponsor/info says on which chains.',
  ),
  MESSAGING_DISABLED: entry(
    404,
    'This deployment has no messages.',
    'Use a deployment that has them; nothing was done, and a pass was not spent.',
  ),
  EVIDENCE_DISABLED: entry(
    404,
    'This deployment signs no receipts and keeps no log of them.',
    'Read the route by GET /api/route/status; its transactions are on the chains.',
  ),
  AGENT_FILE_DISABLED: entry(
    404,
    'This deployment does not publish this file for agents.',
    'Use POST /api/mcp or the interface itself, /openapi.json, which need no such file.',
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
  WRONG_STATE: forOperators(
    entry(
      409,
      'The order is not possible in the current state; nothing was done.',
      'Read the reason and the current state, then give an order that fits.',
    ),
    'Do what the message says, or look again: "interline desk" and "interline account show <chain> <role>" show how it stands now.',
  ),
  RECEIPT_NOT_READY: entry(
    409,
    'The route has not ended, so it has no receipt to sign.',
    'Send the same request once the route is DONE or FAILED; the pass was not spent.',
    5_000,
  ),
  PLAN_EXPIRED: entry(
    409,
    'The plan is older than its prices are valid; nothing was reserved for it.',
    'Ask POST /api/plan again. The legs of the old plan can still be executed, at the prices of that moment and for no less than their minOut.',
  ),
  INVALID_CREDENTIAL: endsRequest(
    entry(
      401,
      'The mandate or its presentation does not verify.',
      "Present the registered open mandate with a closed one, bound by the agent's key (cnf) to the nonce and aud of POST /api/mandates/challenge.",
    ),
  ),
  INVALID_MANDATE: endsRequest(
    entry(
      422,
      'The mandate does not allow this.',
      'POST /api/mandates/evaluate lists everything that fails; close the mandate for what the body says, within its constraints.',
    ),
  ),
  UNRESOLVED_CONSTRAINT: endsRequest(
    entry(
      422,
      'The mandate has a constraint that this service cannot evaluate.',
      'Have the user sign the transfer itself, or a mandate whose constraints are those that the message does not name.',
    ),
  ),
  MANDATE_EXPIRED: endsRequest(
    entry(
      422,
      'The mandate is not valid at this time.',
      'Have the user sign a new one with a later exp.',
    ),
  ),
  MANDATE_REVOKED: endsRequest(
    entry(403, 'The mandate was revoked.', 'Ask the user; a revoked mandate stays revoked.'),
  ),
  MANDATE_BUDGET: endsRequest(
    entry(
      422,
      "The mandate's budget is used up.",
      'Pay no more than left says, wait for the next window, or have the user sign a new mandate.',
    ),
  ),
  MANDATE_USED: endsRequest(
    entry(
      409,
      'This closed mandate was accepted before.',
      'Read its receipt from GET /api/mandates/{id}/receipts; for another payment of the same kind close another mandate, with another jti.',
    ),
  ),
  UNKNOWN_MANDATE: entry(
    404,
    'This account has no mandate with this id.',
    'Check the id; GET /api/mandates lists those of the wallet that signed in.',
  ),
  MANDATE_KEY_UNKNOWN: entry(
    422,
    'The key that signed the mandate is not bound to this session.',
    'Sign in anew with the resource urn:interline:mandate-key:<thumbprint of the key, RFC 7638> in the message, and register the mandate in that session.',
  ),
  NONCE_USED: entry(
    409,
    'The nonce was used before, is older than five minutes, or was not issued by this service.',
    'Get another from POST /api/account/nonce, and have the wallet sign a message with it.',
  ),
  NONCE_TAKEN: entry(
    409,
    'Other calls of the account have this nonce.',
    'Read how those ended, and have yours prepared again with POST /api/sponsor/prepare; another nonceKey is in no order with them.',
  ),
  PREPARE_EXPIRED: entry(
    409,
    'The prepared calls have expired: their fee was fixed for a minute.',
    'Prepare the calls again with POST /api/sponsor/prepare, and sign what that answers; nothing was sent.',
  ),
  SIGNATURE_REPLAYED: endsRequest(
    entry(
      409,
      "The nonce of the agent's signature was used before.",
      'Sign the request anew with a fresh random nonce; to repeat one, send the same body under the same Idempotency-Key.',
    ),
  ),
  APPROVAL_REQUIRED: endsRequest(
    entry(
      409,
      "The agent's owner must approve this transfer.",
      'Have the owner decide with POST /api/agents/{id}/approvals/{aid}, where details has id as agentId and aid as approvalId, then send the same body again, signed anew and with a mandate presented anew.',
    ),
  ),
  KEY_IN_USE: entry(
    409,
    'The key belongs to an agent already.',
    'Make a new key pair; a key belongs to one agent at a time, until that agent is deleted or replaces it.',
  ),
  TOO_MANY_HOOKS: entry(
    409,
    'The account has reached its limit of webhooks.',
    'Delete one with DELETE /api/account/hooks/{id}, or have one URL take more events.',
  ),
  PASS_SPENT: entry(
    409,
    'The pass was spent before.',
    'Use another pass. The same request with the same pass gets its answer again for ten minutes, from the instance that took it.',
  ),
  REQUEST_REPLAYED: entry(
    409,
    'This private request was accepted before.',
    'Seal the request again and send it: each sealed request is accepted once. If the first answer was lost, check its outcome first.',
  ),
  INVOICE_NOT_PAID: entry(
    409,
    'The invoice is not paid yet, or not in full.',
    'Pay what is missing, and send the same claim again; GET /api/plus/invoice/{id} shows what came.',
    5_000,
  ),
  QUOTA_EXCEEDED: entry(
    409,
    'The invoice did not pay for that many passes; none were signed.',
    'Claim at most as many as remain, or claim what was claimed before exactly as it was.',
  ),
  KEY_ROTATED: entry(
    409,
    'Another key signs passes now; nothing was signed or counted.',
    'Read the current key from GET /api/plus/info, and blind new values for it.',
  ),
  INVOICE_EXPIRED: entry(
    410,
    'The invoice has expired: no payment arrived in time.',
    'Make a new invoice. A payment that still arrives for this one counts.',
  ),
  IDEMPOTENCY_IN_FLIGHT: entry(
    409,
    'The first request with this Idempotency-Key is still under way.',
    "Send the same request again after retryAfterMs; it gets the first one's answer.",
    1_000,
  ),
  MESSAGING_RETIRED: entry(
    410,
    'Messages have moved: the first version of their paths is gone.',
    'Use POST /api/messages/v2/send, /mailbox, /plus/cover and /plus/anchor, with a pass each; encrypt in the client.',
  ),
  BODY_TOO_LARGE: entry(
    413,
    'The request body is too large.',
    'Send at most the number of bytes the message names.',
  ),
  PLAN_UNSATISFIABLE: entry(
    422,
    'No combination of the sources meets the goal within the constraints now.',
    'Read details.rejected, which says of each source why; then allow a split, loosen a constraint, or name other sources.',
  ),
  UNKNOWN_LANE_KEY: entry(
    422,
    'The private request was not sealed to a key of ours, or was changed on its way.',
    'Read GET /api/ohttp/keys again, seal the request to the first key that you can use, and send it once more.',
  ),
  BELOW_MINIMUM: entry(
    422,
    'The amount is below the minimum.',
    'Request at least the amount that the message names.',
  ),
  NO_ROUTE: forOperators(
    entry(
      422,
      'No rail can settle this lane and amount now.',
      'Read the reasons, then change the amount or try again later.',
    ),
    'Read the reasons; another amount, or another chain, may serve.',
  ),
  BURN_ADDRESS_REFUSED: forOperators(
    entry(
      422,
      'The recipient is a burn or null address.',
      'Correct toAddress, or set allowBurnAddress if the loss is intended.',
    ),
    'Correct the recipient.',
  ),
  MEMO_REQUIRED: forOperators(
    endsRequest(
      entry(
        422,
        'The recipient takes payments with a memo only, and none was given.',
        'Send the memo that the recipient (an exchange, for example) shows with its deposit address, as memo: { type, value }.',
      ),
    ),
    'Add the memo that the recipient shows with its address, or name another recipient.',
  ),
  TRUSTLINE_MISSING: forOperators(
    endsRequest(
      entry(
        422,
        'The recipient holds no trustline for the token, so it cannot be paid in it.',
        'Let the recipient add a trustline for the token and send the request again, or send claimable: true for a balance that it can claim later.',
      ),
    ),
    'Let the recipient add a trustline for the token, or name another recipient.',
  ),
  BELOW_AGREED_OUTPUT: forOperators(
    entry(
      422,
      'The output would be below the agreed minimum.',
      'Ask for a fresh quote, or lower minOut.',
    ),
    'Refund the route, or settle it by what its recipient got.',
  ),
  UNSUPPORTED_DIRECTION: forOperators(
    entry(
      422,
      'No rail settles this corridor; a rail may quote it.',
      'Branch on quoteOnly before offering a quote as actionable.',
    ),
    'Choose two chains that this deployment settles; "interline doctor" lists them.',
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
      "Sign the whole signRequest.eip712 of this transfer, types.EIP712Domain included, with the owner's key. Where that was done, ask POST /api/agent/do for a new sign request: the relayer may have changed since.",
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
      'Ask POST /api/agent/do for a new sign request, and sign that: its spender is the relayer.',
    ),
  ),
  INSUFFICIENT_FLOAT: forOperators(
    entry(
      422,
      'The float on the destination is too low for this amount now.',
      'Send at most capNow, or try again shortly.',
      15_000,
    ),
    '"interline float status" shows what is free and reserved; order less, wait for what is under way, or fund the account.',
  ),
  CHAIN_NOT_7702: entry(
    422,
    'No transactions are sponsored on this chain.',
    'Use a chain that GET /api/sponsor/info lists: it needs EIP-7702, the EntryPoint and the delegate.',
  ),
  DELEGATE_NOT_ALLOWED: entry(
    422,
    'The account has, or would get, code that is not supported here.',
    'Use an account without code, and authorize the delegate that GET /api/sponsor/info names; to undelegate, the zero address.',
  ),
  AUTHORIZATION_INVALID: entry(
    422,
    'The signature does not authorise this; nothing was sent.',
    "Sign eip712, and authorization if present, exactly as POST /api/sponsor/prepare answered, with the account's own key, and send no other transaction of the account meanwhile.",
  ),
  FEE_TOO_LOW: entry(
    422,
    'The account cannot pay the fee, or the fee does not cover the gas any more; nothing was sent.',
    'Make sure that the account holds as much of the fee token as the message names, and prepare the calls again.',
  ),
  FACILITATOR_QUOTA: entry(
    422,
    'No key or pass that the request shows entitles it to have this payment settled at our cost today.',
    'Send a key (x-svc-key) that POST /api/keys/create made, or a pass (x-svc-pass); each payment uses one of a key, failed ones included.',
  ),
  SPONSOR_QUOTA: entry(
    422,
    'The account has reached the daily limit on what it may cost this service.',
    "Try again after the next midnight UTC; the account's own transactions are not affected.",
  ),
  TOO_MANY_RECORDS: endsRequest(
    entry(
      422,
      'The limit of records of this kind is reached.',
      'Use or pay one that is there, or wait until one ends; a schedule or a conditional can also be cancelled.',
    ),
  ),
  AGENT_LIMIT: endsRequest(
    entry(
      422,
      "The agent's policy does not allow this transfer.",
      'Stay within the policy: details.limit names its part, details.left the cents that are left of a budget. Its owner changes it with PATCH /api/agents/{id}.',
    ),
  ),
  BUDGET_SPENT: forOperators(
    entry(
      422,
      'A daily budget of the relayer for this kind of request is spent.',
      'Try again tomorrow, or use another chain.',
      3_600_000,
    ),
    "Raise the budget in the deployment's config, or wait for the next UTC day.",
  ),
  RATE_LIMITED: entry(429, 'Too many requests.', 'Wait for Retry-After, then try again.', 60_000),
  INTERNAL: forOperators(
    entry(
      500,
      'The service failed on its side.',
      'Try again; report the request id if it persists.',
      5_000,
    ),
    'Look in the service\'s log for the request id, and at "interline operator audit" before you give the order again.',
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
  CHAIN_UNREACHABLE: forOperators(
    entry(503, 'A chain cannot be reached now.', 'Try again shortly; nothing was sent.', 5_000),
    'Nothing was sent. "interline doctor" says which RPC nodes do not answer.',
  ),
  ACCOUNT_STOPPED: forOperators(
    entry(
      503,
      "The relayer's account on this chain is stopped while the store and the chain disagree.",
      'Use another chain, or try again later.',
      60_000,
    ),
    '"interline account list" says which account is stopped and why; it resumes by itself once its chain has been read, or by "interline account restart".',
  ),
  BOOKS_DEFICIT: forOperators(
    entry(
      503,
      "The relayer's account on this chain holds less than its books say, so large payouts from it wait.",
      'Send a small amount, use another chain, or try again later.',
      60_000,
    ),
    '"interline books reconciliation" shows the deficit; classify it once you know what it was.',
  ),
  PAUSED: forOperators(
    entry(
      503,
      'The operator has paused, or is draining, a part of the service that this transfer needs. Nothing was sent and no permit was used.',
      'Try again after retryAfterMs with the same permit while it is valid, or choose a transfer that does not need what details.scope names.',
      30_000,
    ),
    '"interline switches" lists what is paused; resume it first with "interline resume <scope>".',
  ),
  RELAYER_BUSY: endsRequest(
    entry(
      503,
      'The relayer has reached its limit of value under way on this chain.',
      'Try again shortly; nothing was sent.',
      5_000,
    ),
  ),
  GAS_EXHAUSTED: forOperators(
    entry(
      503,
      'The relayer is out of gas on this chain.',
      'Use another chain, or try again later.',
      60_000,
    ),
    'Send coin to the account; "interline float status" lists what each holds for gas.',
  ),
  MINT_ROTATION_UNWITNESSED: entry(
    503,
    'No key may sign passes now: the next one is not witnessed yet.',
    'Try again later; passes that are signed already are taken as before.',
    60_000,
  ),
  SIGNER_BUSY: entry(
    503,
    'The passes could not be signed in time.',
    'Send the same request again: passes already counted for a claim are not counted twice.',
    2_000,
  ),
  LOG_BEHIND: entry(
    503,
    'The log of receipts does not reach that point yet.',
    'Ask again after a minute. A receipt that the log does not have ten minutes after its route ended is evidence beside a checkpoint without it.',
    60_000,
  ),
  STORE_DOWN: forOperators(
    endsRequest(
      entry(
        503,
        'The service cannot record anything now, so it does nothing.',
        'Try again shortly, with the same permit or Idempotency-Key: nothing is done twice.',
        5_000,
      ),
    ),
    'Look at the database, its disk and the log; once it is back, look at "interline operator audit" before you give the order again.',
  ),
  STORE_NEWER: forOperators(
    endsRequest(
      entry(
        503,
        'This instance is older than the store it works on, so it records nothing and does nothing.',
        'Try again shortly, with the same permit or Idempotency-Key: an updated instance answers.',
        5_000,
      ),
    ),
    'Update this process to the release that migrated the store, or stop it; "interline migrate status" lists what it does not know as unknown.',
  ),
  NOT_READY: entry(
    503,
    'This instance is starting or shutting down, so it accepts no work.',
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
  SIMULATION_FAILED: forOperators(
    entry(
      422,
      'The transaction would revert on chain.',
      "Check the payer's balance, allowance and the recipient.",
    ),
    'The token or the recipient refuses it: look at both on the chain, or name another recipient.',
  ),
  GAS_CEILING: forOperators(
    entry(
      422,
      'The transaction would use more gas than the relayer spends on one of its kind; nothing was signed.',
      'If the message names an account, use a payer and a recipient whose code uses less gas, or an account without code; otherwise try again once gas is cheaper.',
    ),
    "Look at the code of the account that the message names; the chain's gasCeilings in the config say what is spent.",
  ),
  DEPOSIT_EXPIRED: entry(
    422,
    'The deposit did not arrive in time, or was smaller than agreed.',
    'Execute again for a new address; whatever arrived, or still arrives, at the old one is sent to the refund address.',
  ),
  REFUND_CLAIM_INVALID: entry(
    403,
    'The refund claim is not the one that execute answered with.',
    "Send the refundClaim of execute's own answer for this route.",
  ),
  REFUND_ADDRESS_SET: entry(
    409,
    'The refund address of this route is set, and cannot be changed.',
    'Read the route: its deposit block says where refunds go.',
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
    'The transfer arrived in a token other than the agreed one.',
    'The recipient holds the token that the reason names; if that is not acceptable, contact the operator with the route id.',
  ),
  DELIVERED_BELOW_MIN: entry(
    422,
    'The transfer arrived below the agreed minimum.',
    'Contact the operator with the route id.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * The store accepts no writes of this process: our own fault that says nothing about a request, and
 * that may have interrupted one.
 */
export const storeFaults: readonly ErrorCode[] = ['STORE_DOWN', 'STORE_NEWER'];

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue) as ErrorCode[];

/** The catalogue's row, with the optional column readable for every code. */
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

function forOperators(row: ErrorEntry, operatorsAction: string): ErrorEntry {
  return { ...row, operatorsAction };
}

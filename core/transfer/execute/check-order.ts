import {
  deadEndAt,
  evmChainId,
  isBurnAddress,
  isNative,
  isRelayError,
  isSameOrder,
  quoteOnlyReason,
  type QuoteRequest,
  RelayError,
  asAddress,
  type ChainRef,
} from '@interline/kernel';
import type { CustodyPort, RailRegistry } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import { railsOf } from '../quote/collect-offers.ts';
import type { KeptOrder } from '../repository.ts';
import type { RouteMode } from '../route.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { excludedOffers } from './choose-offers.ts';

interface OrderPorts extends RecipientPorts {
  readonly registry: RailRegistry;
}

/** Throws the first refusal that needs no network access. */
export function checkOrder(ports: OrderPorts, request: ExecuteRequest): void {
  const [first] = orderRefusals(ports, request);
  if (first !== undefined) throw first;
}

/**
 * Every refusal that needs no network access, in the order of decision 4: lane, recipient,
 * quote-only, authority, permit's shape.
 */
export function* orderRefusals(ports: OrderPorts, request: ExecuteRequest): Generator<RelayError> {
  const { lane } = request.quote;
  const corridor = quoteOnlyReason(lane);
  if (corridor === null || lane.from === lane.to) yield* laneRefusals(ports.registry, request);
  yield* recipientRefusals(ports, request);
  if (corridor !== null) {
    // Not even an operator may settle it.
    yield new RelayError('UNSUPPORTED_DIRECTION', {}, corridor);
    return;
  }
  if (request.sandbox !== null) return;
  yield* authorityRefusals(ports, request);
  yield* permitRefusals(request, ports.custody);
}

function* laneRefusals(registry: RailRegistry, { quote }: ExecuteRequest): Generator<RelayError> {
  try {
    railsOf(registry, quote);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    yield error;
  }
}

function* authorityRefusals(
  ports: Pick<OrderPorts, 'registry'>,
  request: ExecuteRequest,
): Generator<RelayError> {
  const { mode, isOperator, quote } = request;
  if (mode !== 'self' || isOperator || !isLive(request) || !mayBroadcast(ports, request)) return;
  const instead =
    evmChainId(quote.lane.from) === null
      ? 'leave mode out, and pay to the address that execute answers with'
      : 'send mode "permit2" with a signed permit';
  yield new RelayError(
    'OPERATOR_ONLY',
    {},
    `mode "self" moves the operator's own funds and needs the operator's bearer token; ${instead}, or dryRun: true`,
  );
}

/** If every rail of the lane requires `live: true`, a request without it is a dry run. */
function mayBroadcast(ports: Pick<OrderPorts, 'registry'>, request: ExecuteRequest): boolean {
  if (request.live === true) return true;
  const without = new Set(excludedOffers(ports, request).map(({ rail }) => rail));
  return railsOf(ports.registry, request.quote).some(({ manifest }) =>
    manifest.ways.some((engine) => !without.has(engine)),
  );
}

function* permitRefusals(
  request: ExecuteRequest,
  custody: RecipientPorts['custody'],
): Generator<RelayError> {
  if (request.mode !== 'permit2') return;
  const { permit, quote } = request;
  const spender = custody.account(quote.lane.from, 'spender');
  if (isNative(quote.from)) yield nativeNotPullable();
  if (permit === null) {
    yield new RelayError(
      'MISSING_FIELD',
      { field: 'permit2' },
      'mode "permit2" needs permit2, built from the signRequest of POST /api/agent/do',
    );
    return;
  }
  if (request.claimedSpender !== null && request.claimedSpender !== spender) {
    yield new RelayError(
      'PERMIT_SPENDER',
      { field: 'permit2.spender' },
      `permit2.spender is ${request.claimedSpender}; only permits for the relayer ${spender} can be redeemed`,
    );
  }
  if (permit.token !== quote.from.address)
    yield new RelayError(
      'PERMIT_INVALID',
      { field: 'permit2.permitted.token' },
      `the permit is for token ${permit.token}, the transfer is of ${quote.from.address}`,
    );
  if (permit.units !== quote.amount)
    yield new RelayError(
      'PERMIT_INVALID',
      { field: 'permit2.permitted.amount' },
      `the permit is for ${permit.units}, the transfer is of ${quote.amount}`,
    );
}

export function nativeNotPullable(): RelayError {
  return new RelayError(
    'NATIVE_NOT_PULLABLE',
    { field: 'fromToken' },
    "the chain's own coin cannot be pulled with a permit; wrap it and send the wrapped token as fromToken (omitted fromToken means the coin)",
  );
}

interface RecipientPorts {
  readonly custody: Pick<CustodyPort, 'account' | 'roleOf' | 'former' | 'batchExecutor'>;
  readonly tokens: Pick<TransferPorts['tokens'], 'on'>;
}

interface Paid {
  readonly quote: Pick<QuoteRequest, 'lane' | 'refundAddress'> & { readonly recipient: string };
  readonly mode: RouteMode;
  /** The caller intends the loss. */
  readonly allowBurnAddress: boolean;
}

/**
 * Why the recipient must not be paid. Execute, preflight, sign requests and records share this
 * rule.
 */
export function* recipientRefusals(
  { custody, tokens }: RecipientPorts,
  { quote: { lane, recipient, refundAddress }, mode, allowBurnAddress }: Paid,
): Generator<RelayError> {
  const field = 'toAddress';
  const deadEnd = deadEndAt(lane.to, recipient, tokens.on(lane.to), custody.batchExecutor);
  if (!allowBurnAddress && isBurnAddress(lane.to, recipient)) {
    yield new RelayError(
      'BURN_ADDRESS_REFUSED',
      { field },
      `toAddress ${recipient} is a burn or null address; what is sent there is lost`,
    );
  } else if (!allowBurnAddress && deadEnd !== null) {
    yield new RelayError(
      'BURN_ADDRESS_REFUSED',
      { field },
      `toAddress ${recipient} is ${deadEnd}; what is sent there is lost`,
    );
  }
  // The operator may move its own funds between its own accounts.
  if ((mode === 'permit2' || mode === 'deposit') && isOwn(custody, recipient)) {
    yield new RelayError(
      'BAD_REQUEST',
      { field },
      `toAddress ${recipient} is the relayer's own account; what is sent there is the service's`,
    );
  }
  if (refundAddress !== undefined && isOwn(custody, refundAddress))
    yield ownRefundAddress(refundAddress);
}

/** The caller would never receive the refund. */
export function ownRefundAddress(refundAddress: string, field = 'refundAddress'): RelayError {
  return new RelayError(
    'BAD_REQUEST',
    { field },
    `${field} ${refundAddress} is the relayer's own account; send an address of yours`,
  );
}

/**
 * A refund to a deposit address is a deposit again, and would be refunded until fees have consumed
 * it.
 */
export async function assertNoDepositAddress(
  { store }: Pick<TransferPorts, 'store'>,
  chain: ChainRef,
  refundAddress: string,
  field?: string,
): Promise<void> {
  if (await store.reads.transfers.isDepositAddress(chain, asAddress(refundAddress)))
    throw ownRefundAddress(refundAddress, field);
}

export function isOwn(custody: RecipientPorts['custody'], recipient: string): boolean {
  // EVM addresses are case-insensitive.
  const spellings = [recipient, recipient.toLowerCase()].map(asAddress);
  return [custody, ...custody.former].some((keys) =>
    spellings.some((account) => keys.roleOf(account) !== null),
  );
}

export interface VerifiedOrder {
  /** Null if no sign request of ours promised it. */
  readonly kept: KeptOrder | null;
  /** The source chain's clock in epoch seconds; null without a permit. */
  readonly chainTimeSec: number | null;
}

/**
 * Verifies the permit and reads the order that its sign request promised. Throws `PERMIT_*`, and
 * `INTENT_MISMATCH` if the request differs from that order.
 */
export async function verifyOrder(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<VerifiedOrder> {
  const { permit, quote } = request;
  if (request.mode !== 'permit2' || permit === null || request.sandbox !== null)
    return { kept: null, chainTimeSec: null };
  if (evmChainId(permit.chain) === null)
    throw new RelayError('PERMIT_INVALID', {}, 'a permit can only be pulled on an EVM chain');
  const verdict = await ports.custody.verifyPermit(permit, signal);
  if (!verdict.ok) {
    const { code, reason, leftUnits } = verdict;
    const left = leftUnits === undefined ? {} : { leftUnits: leftUnits.toString() };
    throw new RelayError(code, left, reason);
  }
  const { digest, chainTimeSec } = verdict.value;
  const kept = await ports.store.reads.transfers.intent(digest, permit.owner);
  if (kept === null) return { kept, chainTimeSec };
  const minOutput = request.minOut ?? kept.order.minOutput;
  if (!isSameOrder(kept.order, { ...quote, minOutput })) {
    throw new RelayError(
      'INTENT_MISMATCH',
      {},
      'the permit was signed for another transfer: chains, tokens, amount, recipient and minOut must be those of its sign request',
    );
  }
  return { kept, chainTimeSec };
}

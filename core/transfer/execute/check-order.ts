import {
  type EvmAddress,
  isNative,
  isRelayError,
  quoteOnlyReason,
  RelayError,
} from '@interline/kernel';
import type { RailRegistry } from '@interline/ports';
import { railsOf } from '../quote/collect-offers.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { type RecipientPorts, recipientRefusals } from './recipient-refusals.ts';

export interface OrderPorts extends RecipientPorts {
  readonly registry: RailRegistry;
}

/** Throws the first refusal that needs no network. */
export function checkOrder(ports: OrderPorts, request: ExecuteRequest): void {
  const [first] = orderRefusals(ports, request);
  if (first !== undefined) throw first;
}

/**
 * Every refusal that needs no network, in the order of decision 4: lane, recipient, quote-only,
 * authority, permit's shape.
 */
export function* orderRefusals(ports: OrderPorts, request: ExecuteRequest): Generator<RelayError> {
  const { lane } = request.quote;
  const corridor = quoteOnlyReason(lane);
  if (corridor === null || lane.from === lane.to) yield* laneRefusals(ports.registry, request);
  yield* recipientRefusals(ports, request);
  if (corridor !== null) yield new RelayError('UNSUPPORTED_DIRECTION', {}, corridor);
  if (request.sandbox !== null) return;
  yield* authorityRefusals(request);
  yield* permitRefusals(request, ports.custody.account('spender'));
}

function* laneRefusals(registry: RailRegistry, { quote }: ExecuteRequest): Generator<RelayError> {
  try {
    railsOf(registry, quote);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    yield error;
  }
}

/** A request that could move something, as opposed to a rehearsal. */
export function isLive(request: ExecuteRequest): boolean {
  return !request.dryRun && request.live !== false;
}

function* authorityRefusals(request: ExecuteRequest): Generator<RelayError> {
  if (request.mode === 'self' && isLive(request) && !request.isOperator) {
    yield new RelayError(
      'OPERATOR_ONLY',
      {},
      'mode "self" moves the operator\'s own funds and needs the operator\'s bearer token; send mode "permit2" with a signed permit, or dryRun: true',
    );
  }
}

function* permitRefusals(request: ExecuteRequest, spender: EvmAddress): Generator<RelayError> {
  if (request.mode !== 'permit2') return;
  const { permit, quote } = request;
  if (isNative(quote.from))
    yield new RelayError(
      'NATIVE_NOT_PULLABLE',
      { field: 'fromToken' },
      `the chain's own coin cannot be pulled with a permit; wrap it and send the wrapped token as fromToken (omitted fromToken means the coin)`,
    );
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

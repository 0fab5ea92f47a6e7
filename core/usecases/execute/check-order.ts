import { type EvmAddress, isBurnAddress, isNative, quoteOnlyReason, RelayError } from '@interline/domain';
import type { RailRegistry } from '@interline/ports';
import { railsOf } from '../quote/collect-ways.ts';
import type { ExecuteRequest } from './execute-route.ts';

/** The refusals that need no network, in the order of DECISIONS 4: lane, burn address, quote-only, authority, permit's shape. */
export function checkOrder(registry: RailRegistry, request: ExecuteRequest, spender: EvmAddress): void {
  const { lane, recipient } = request.quote;
  const corridor = quoteOnlyReason(lane);
  if (corridor === null || lane.from === lane.to) railsOf(registry, request.quote);
  if (isBurnAddress(lane.to, recipient) && !request.allowBurnAddress) {
    throw new RelayError('BURN_ADDRESS_REFUSED', { field: 'toAddress' }, `toAddress ${recipient} is a burn or null address; what is sent there is lost`);
  }
  if (corridor !== null) throw new RelayError('UNSUPPORTED_DIRECTION', {}, corridor);
  if (request.sandbox !== null) return;
  checkAuthority(request);
  checkPermitShape(request, spender);
}

/** A request that could move something, as opposed to a rehearsal. */
export function isLive(request: ExecuteRequest): boolean {
  return !request.dryRun && request.live !== false;
}

function checkAuthority(request: ExecuteRequest): void {
  if (request.mode === 'self' && isLive(request) && !request.isOperator) {
    throw new RelayError('OPERATOR_ONLY', {}, 'mode "self" moves the operator\'s own funds and needs the operator\'s bearer token; send mode "permit2" with a signed permit, or dryRun: true');
  }
}

function checkPermitShape(request: ExecuteRequest, spender: EvmAddress): void {
  if (request.mode !== 'permit2') return;
  const { permit, quote } = request;
  if (isNative(quote.from)) throw new RelayError('NATIVE_NOT_PULLABLE', { field: 'fromToken' }, `the chain's own coin cannot be pulled with a permit; wrap it and send the wrapped token as fromToken (omitted fromToken means the coin)`);
  if (permit === null) throw new RelayError('MISSING_FIELD', { field: 'permit2' }, 'mode "permit2" needs permit2, built from the signRequest of POST /api/agent/do');
  if (request.claimedSpender !== null && request.claimedSpender !== spender) {
    throw new RelayError('PERMIT_SPENDER', { field: 'permit2.spender' }, `permit2.spender is ${request.claimedSpender}; only permits for the relayer ${spender} can be redeemed`);
  }
  if (permit.token !== quote.from.address) throw new RelayError('PERMIT_INVALID', { field: 'permit2.permitted.token' }, `the permit is for token ${permit.token}, the transfer is of ${quote.from.address}`);
  if (permit.units !== quote.amount) throw new RelayError('PERMIT_INVALID', { field: 'permit2.permitted.amount' }, `the permit is for ${permit.units}, the transfer is of ${quote.amount}`);
}

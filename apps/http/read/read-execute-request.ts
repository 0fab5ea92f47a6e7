import { chainFamily, type EvmAddress, type Lane, readUnits, type SignedPermit, type TokenList } from '@interline/domain';
import type { ExecuteRequest } from '@interline/usecases';
import type { ExecuteRequestWire } from '../wire/execute-request.ts';
import { badField, missingField } from './bad-field.ts';
import { readAddress } from './read-address.ts';
import { readAllowance, readClaimedSpender, readPermit } from './read-permit.ts';
import { readTransfer } from './read-route-request.ts';

/** What the request's headers and peer say, read before the body's meaning. */
export type Caller = Pick<ExecuteRequest, 'sandbox' | 'isOperator' | 'client' | 'idempotency'>;

export interface ExecuteSetting {
  readonly tokens: TokenList;
  readonly accounts: { readonly float: EvmAddress };
}

/** From the wire's ExecuteRequest to the domain's words: shape, amounts, lane. Every later check is the use case's. */
export function readExecuteRequest(wire: ExecuteRequestWire, caller: Caller, { tokens, accounts }: ExecuteSetting): Omit<ExecuteRequest, 'onlyEnforced'> {
  const mode = readMode(wire, caller);
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  const request = readTransfer(wire, tokens);
  const permit = wire.permit2 === undefined ? null : readPermit(wire.permit2, request.lane.from);
  const allowance = wire.permit2 === undefined ? null : readAllowance(wire.permit2);
  const recipient = recipientOf(wire, request.lane, permit, mode);
  return {
    ...caller,
    quote: { ...request, payer: permit?.owner ?? (mode === 'permit2' ? request.payer : null) ?? accounts.float, recipient },
    mode,
    permit,
    claimedSpender: readClaimedSpender(wire.permit2),
    allowance,
    minOut,
    live: wire.live ?? null,
    dryRun: wire.dryRun ?? false,
    allowBurnAddress: wire.allowBurnAddress ?? false,
    excludeRails: wire.excludeRails ?? [],
  };
}

/** A permit says who pays and `mode` must say the same; the default would move the operator's funds instead. */
function readMode({ mode, permit2 }: ExecuteRequestWire, { sandbox }: Caller): 'self' | 'permit2' {
  if (permit2 !== undefined && mode !== 'permit2') {
    throw badField('mode', `permit2 is given but mode is ${mode === undefined ? 'left out' : '"self"'}; set mode to "permit2", or remove permit2`);
  }
  if (mode === 'permit2' && permit2 === undefined && sandbox === null) {
    throw missingField('permit2', 'the permit signed from the signRequest of POST /api/agent/do');
  }
  return mode ?? 'self';
}

function recipientOf(wire: ExecuteRequestWire, lane: Lane, permit: SignedPermit | null, mode: 'self' | 'permit2'): string {
  const owner = permit?.owner ?? (mode === 'permit2' ? wire.fromAddress : undefined);
  if (wire.toAddress !== undefined) return readAddress(lane.to, wire.toAddress, 'toAddress');
  if (owner !== undefined && chainFamily(lane.to) === 'eip155') return readAddress(lane.to, owner, 'fromAddress');
  throw missingField('toAddress', 'the recipient on the destination chain');
}

import type { ExecuteRequest } from '@interline/core/transfer';
import {
  chainFamily,
  type EvmAddress,
  type Lane,
  readUnits,
  type SignedPermit,
  type TokenList,
} from '@interline/kernel';
import { badField, missingField } from '../server/parse/bad-field.ts';
import { readAddress } from '../server/parse/read-address.ts';
import type { ExecuteRequestWire } from './execute-request-schema.ts';
import { readAllowance, readClaimedSpender, readPermit } from './read-permit.ts';
import { readTransfer } from './read-route-request.ts';

/** What the request's headers and peer say, read before the body's meaning. */
export type Caller = Pick<ExecuteRequest, 'sandbox' | 'isOperator' | 'client' | 'idempotency'>;

export interface ExecuteSetting {
  readonly tokens: TokenList;
  readonly accounts: { readonly float: EvmAddress };
}

/**
 * From the wire's ExecuteRequest to the domain's words: shape, amounts, lane. Every later check is
 * the use case's.
 */
export function readExecuteRequest(
  wire: ExecuteRequestWire,
  caller: Caller,
  setting: ExecuteSetting,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  const mode = readMode(wire);
  if (mode === 'permit2' && wire.permit2 === undefined && caller.sandbox === null) {
    throw missingField('permit2', 'the permit signed from the signRequest of POST /api/agent/do');
  }
  return readTerms(wire, mode, caller, setting);
}

/**
 * The same of a body whose permit may still have to be signed. The payer is null where nobody is
 * named.
 */
export function readUnsignedRequest(
  wire: ExecuteRequestWire,
  caller: Caller,
  setting: ExecuteSetting,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  return readTerms(wire, readMode(wire), caller, setting);
}

/**
 * A permit says who pays and `mode` must say the same; the default would move the operator's funds
 * instead.
 */
function readMode({ mode, permit2 }: ExecuteRequestWire): 'self' | 'permit2' {
  if (permit2 !== undefined && mode !== 'permit2') {
    throw badField(
      'mode',
      `permit2 is given but mode is ${mode === undefined ? 'left out' : '"self"'}; set mode to "permit2", or remove permit2`,
    );
  }
  return mode ?? 'self';
}

function readTerms(
  wire: ExecuteRequestWire,
  mode: 'self' | 'permit2',
  caller: Caller,
  { tokens, accounts }: ExecuteSetting,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  const request = readTransfer(wire, tokens);
  const permit = wire.permit2 === undefined ? null : readPermit(wire.permit2, request.lane.from);
  const allowance = wire.permit2 === undefined ? null : readAllowance(wire.permit2);
  const recipient = recipientOf(wire, request.lane, permit, mode);
  return {
    ...caller,
    quote: {
      ...request,
      payer: mode === 'self' ? accounts.float : (permit?.owner ?? request.payer),
      recipient,
    },
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

function recipientOf(
  wire: ExecuteRequestWire,
  lane: Lane,
  permit: SignedPermit | null,
  mode: 'self' | 'permit2',
): string {
  const owner = permit?.owner ?? (mode === 'permit2' ? wire.fromAddress : undefined);
  if (wire.toAddress !== undefined) return readAddress(lane.to, wire.toAddress, 'toAddress');
  if (owner !== undefined && chainFamily(lane.to) === 'eip155')
    return readAddress(lane.to, owner, 'fromAddress');
  throw missingField('toAddress', 'the recipient on the destination chain');
}

import { nameOfKey } from '../../server/parse/caller.ts';
import { operatorOf } from '../../server/parse/operator-of.ts';
import type { EndpointInput } from '../../server/endpoint.ts';
import type { ExecuteRequest, SandboxOutcome } from '@interline/core/transfer';
import {
  asHex,
  chainFamily,
  type ChainRef,
  type EvmAddress,
  evmChainId,
  type Lane,
  maxUint256,
  readAmount,
  readUnits,
  type SignedAllowance,
  type SignedPermit,
} from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { badField, missingField, shown } from '../../server/parse/parse-shape.ts';
import { parseAddress, parseChain, parseEvmAddress } from '../../server/parse/parse-address.ts';
import { assertSettled, parseTransfer, type RequestSetting } from '../route-request.ts';
import type { ExecuteRequestWire, Permit2Wire } from './schemas.ts';

/** What the request's headers and peer say, read before the body's meaning. */
export type Caller = Pick<
  ExecuteRequest,
  'sandbox' | 'isOperator' | 'client' | 'askedBy' | 'idempotency'
>;

export interface ExecuteSetting extends RequestSetting {
  readonly accounts: { readonly float: EvmAddress };
}

/**
 * From the wire's ExecuteRequest to the core's: shape, amounts, lane. Every later check belongs to
 * the use case. `mandatePayer` is the wallet whose mandate pays, in the place of a permit.
 */
export function parseExecuteRequest(
  wire: ExecuteRequestWire,
  caller: Caller,
  setting: ExecuteSetting,
  mandatePayer: EvmAddress | null = null,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  if (mandatePayer !== null) return parseTerms(wire, 'permit2', caller, setting, mandatePayer);
  const mode = parseMode(wire);
  if (mode === 'permit2' && wire.permit2 === undefined && caller.sandbox === null) {
    throw missingField('permit2', 'the permit signed from the signRequest of POST /api/agent/do');
  }
  return parseTerms(wire, mode, caller, setting);
}

/**
 * The same for a body whose permit may still have to be signed. The payer is null where the body
 * names none.
 */
export function parseUnsignedRequest(
  wire: ExecuteRequestWire,
  caller: Caller,
  setting: ExecuteSetting,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  return parseTerms(wire, parseMode(wire), caller, setting);
}

/** `deposit`: the caller pays to an address of ours; no body names that mode. */
type RequestMode = 'self' | 'permit2' | 'deposit';

function takesDeposits(fromChain: ExecuteRequestWire['fromChain']): boolean {
  return chainFamily(parseChain(fromChain, 'fromChain')) === 'bip122';
}

/**
 * A permit says who pays and `mode` must say the same; the default would move the operator's funds
 * instead.
 */
function parseMode({ mode, permit2, fromChain }: ExecuteRequestWire): RequestMode {
  if (takesDeposits(fromChain)) {
    if (mode === 'permit2' || permit2 !== undefined)
      throw badField(
        mode === 'permit2' ? 'mode' : 'permit2',
        'bitcoin has no permits: leave mode and permit2 out, and pay to the address that execute answers with',
      );
    return mode ?? 'deposit';
  }
  if (permit2 !== undefined && mode !== 'permit2') {
    throw badField(
      'mode',
      `permit2 is given but mode is ${mode === undefined ? 'left out' : '"self"'}; set mode to "permit2", or remove permit2`,
    );
  }
  return mode ?? 'self';
}

function parseTerms(
  wire: ExecuteRequestWire,
  mode: RequestMode,
  caller: Caller,
  setting: ExecuteSetting,
  mandatePayer: EvmAddress | null = null,
): Omit<ExecuteRequest, 'onlyEnforced'> {
  if (wire.mandate !== undefined && mandatePayer === null)
    throw badField('mandate', 'a mandate is presented to POST /api/route/execute alone');
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  const { addresses, accounts } = setting;
  const request = parseTransfer(wire, setting);
  const permit =
    wire.permit2 === undefined ? null : parsePermit(wire.permit2, request.lane.from, addresses);
  const signer = permit?.owner ?? mandatePayer;
  const allowance = wire.permit2 === undefined ? null : parseAllowance(wire.permit2);
  const recipient = recipientOf({ wire, lane: request.lane, signer, mode }, addresses);
  return {
    ...caller,
    quote: {
      ...request,
      payer: payerOf(mode, signer, {
        float: evmChainId(request.lane.from) === null ? null : accounts.float,
        named: request.payer,
      }),
      recipient,
      ...(allowance === null ? {} : { needsAllowance: true as const }),
    },
    mode,
    permit,
    claimedSpender: parseClaimedSpender(wire.permit2, addresses),
    allowance,
    minOut,
    live: wire.live ?? null,
    dryRun: wire.dryRun ?? false,
    allowBurnAddress: wire.allowBurnAddress ?? false,
    excludeRails: wire.excludeRails ?? [],
  };
}

/**
 * Who sends a deposit is not known, and `fromAddress` may be an exchange's. The float is the one of
 * the EVM chains; beyond them the core knows it.
 */
function payerOf(
  mode: RequestMode,
  signer: EvmAddress | null,
  { float, named }: { readonly float: EvmAddress | null; readonly named: string | null },
): string | null {
  if (mode === 'deposit') return null;
  return mode === 'self' ? float : (signer ?? named);
}

interface Payment {
  readonly wire: ExecuteRequestWire;
  readonly lane: Lane;
  /** Who signed the permit or the mandate. */
  readonly signer: EvmAddress | null;
  readonly mode: RequestMode;
}

function recipientOf({ wire, lane, signer, mode }: Payment, addresses: AddressReader): string {
  const owner = signer ?? (mode === 'permit2' ? wire.fromAddress : undefined);
  if (wire.toAddress !== undefined)
    return parseAddress(addresses, lane.to, wire.toAddress, 'toAddress');
  if (owner !== undefined && chainFamily(lane.to) === chainFamily(lane.from))
    return parseAddress(addresses, lane.to, owner, 'fromAddress');
  assertSettled({ lane });
  throw missingField('toAddress', 'the recipient on the destination chain');
}

/** The permit as the body states it; the use case judges whether it is genuine and fits. */
export function parsePermit(
  wire: Permit2Wire,
  chain: ChainRef,
  addresses: AddressReader,
): SignedPermit {
  return {
    chain,
    owner: parseEvmAddress(addresses, wire.owner, 'permit2.owner'),
    token: parseEvmAddress(addresses, wire.permitted.token, 'permit2.permitted.token'),
    units: readAmount(wire.permitted.amount, 'permit2.permitted.amount'),
    nonce: parseUint256(wire.nonce, 'permit2.nonce'),
    deadline: parseUint256(wire.deadline, 'permit2.deadline'),
    signature: asHex(wire.signature),
  };
}

export function parseAllowance(wire: Permit2Wire): SignedAllowance | null {
  const { allowance } = wire;
  if (allowance === undefined) return null;
  return {
    kind: allowance.kind,
    value: parseUint256(allowance.value, 'permit2.allowance.value'),
    deadline: parseUint256(allowance.deadline, 'permit2.allowance.deadline'),
    signature: asHex(allowance.signature),
  };
}

/** The spender that the body names for the permit; null where it names none. */
export function parseClaimedSpender(
  wire: Permit2Wire | undefined,
  addresses: AddressReader,
): EvmAddress | null {
  return wire?.spender === undefined
    ? null
    : parseEvmAddress(addresses, wire.spender, 'permit2.spender');
}

function parseUint256(digits: string, field: string): bigint {
  const value = BigInt(digits);
  if (value > maxUint256) throw badField(field, `${field} is above 2^256 - 1`);
  return value;
}

const outcomeHeader = 'x-svc-sandbox-outcome';
const scripted: readonly SandboxOutcome[] = ['failed', 'funds-required', 'awaiting-deposit'];

/**
 * How the sandbox is to end the route, or null outside it. Anything unclear is refused: the
 * alternative is live.
 */
export function parseSandbox(headers: IncomingHttpHeaders): SandboxOutcome | null {
  const switched = headers['x-svc-sandbox'];
  const wanted = headers[outcomeHeader];
  if (switched === undefined) {
    if (wanted !== undefined)
      throw badField(outcomeHeader, `${outcomeHeader} is given without x-svc-sandbox: 1`);
    return null;
  }
  if (switched !== '1')
    throw badField('x-svc-sandbox', `x-svc-sandbox must be 1 or left out; got ${shown(switched)}`);
  if (wanted === undefined) return 'done';
  const outcome = scripted.find((one) => one === wanted);
  if (outcome === undefined)
    throw badField(
      outcomeHeader,
      `${outcomeHeader} must be one of ${scripted.join(', ')}; got ${shown(wanted)}`,
    );
  return outcome;
}

/**
 * The `Idempotency-Key` with a digest of what it was used for. The digest covers path, sandbox
 * headers and body: the same key must never answer a live request with a rehearsal's receipt, or
 * the reverse.
 */
export function parseIdempotency(
  headers: IncomingHttpHeaders,
  path: string,
  rawBody: Buffer,
): ExecuteRequest['idempotency'] {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badField('idempotency-key', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
  }
  const scope = [path, headers['x-svc-sandbox'] ?? '', headers['x-svc-sandbox-outcome'] ?? ''].join(
    '\n',
  );
  return { key, bodyHash: createHash('sha256').update(`${scope}\n`).update(rawBody).digest('hex') };
}

/**
 * Who asks, and how it is meant, from everything but the body's fields. `path` is the endpoint's
 * own.
 */
export function parseCaller(
  input: Pick<EndpointInput, 'headers' | 'address' | 'client' | 'askedBy' | 'rawBody' | 'deps'>,
  path: string,
): Caller {
  const { headers, client, askedBy, rawBody, deps } = input;
  const idempotency = parseIdempotency(headers, path, rawBody);
  const operator = operatorOf(headers, deps.operators);
  return {
    sandbox: parseSandbox(headers),
    isOperator: operator !== null,
    client,
    askedBy,
    // Otherwise a caller with a guessed key could get another caller's answer, or its refund claim.
    idempotency:
      idempotency === null
        ? null
        : { ...idempotency, key: nameOfKey({ ...input, operator }, 'route', idempotency.key) },
  };
}

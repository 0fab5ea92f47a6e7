import type * as z from 'zod';
import type { UnderstoodTransfer } from '@interline/core/assistant';
import type { PreparedDeposit, PreparedOrder, SignRequest } from '@interline/core/transfer';
import {
  evmAddress,
  isEvmAddressShape,
  permit2Address,
  type QuoteRequest,
  type TypedData,
} from '@interline/kernel';
import { checksummed, presentAddress } from '../../server/present/present-address.ts';
import { presentQuote } from '../quote/present.ts';
import { type ExecuteChoices, presentExecuteBody } from '../execute/present.ts';
import { presentTransfer } from '../route-request.ts';
import type { agentAnswer, understoodRequest } from './schemas.ts';

type AgentWire = z.input<typeof agentAnswer>;
type PaidRequest = QuoteRequest & { readonly recipient: string };

export interface AgentChoices extends Omit<ExecuteChoices, 'isOptIn'> {
  /** Whether an engine broadcasts only with `live: true`. */
  readonly isOptIn: (engine: string) => boolean;
}

export function presentAgentAnswer(
  { signRequest, warnings, ...order }: PreparedOrder,
  request: PaidRequest,
  choices: AgentChoices,
): AgentWire {
  const { quote, execute } = presentPromise(order, request, choices);
  return {
    status: warnings.length === 0 ? 'READY_TO_SIGN' : 'ACTION_NEEDED',
    quote,
    signRequest: presentSignRequest(signRequest),
    execute,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}

/** There is nothing to sign: the address to pay to comes with execute. */
export function presentDepositAnswer(
  deposit: PreparedDeposit,
  request: PaidRequest,
  choices: AgentChoices,
): AgentWire {
  const { quote, execute } = presentPromise(deposit, request, choices);
  return { status: 'DEPOSIT', quote, signRequest: null, execute };
}

/** The quote, and the body that makes it come true. */
function presentPromise(
  { quote, minOut }: PreparedDeposit,
  request: PaidRequest,
  { isOptIn, ...choices }: AgentChoices,
): Pick<AgentWire, 'quote' | 'execute'> {
  return {
    quote: presentQuote(quote, request, { isOptIn, floor: minOut }),
    execute: {
      ...presentExecuteBody(request, minOut, { ...choices, isOptIn: isOptIn(quote.best.rail) }),
      toAddress: presentAddress(request.lane.to, request.recipient),
    },
  };
}

type SignRequestWire = NonNullable<z.input<typeof agentAnswer>['signRequest']>;

/** What the payer signs. Integers are strings but for chain ids. */
export function presentSignRequest({
  chainId,
  spender,
  tokenAddress,
  amount,
  nonce,
  deadline,
  typedData,
  allowance,
}: SignRequest): SignRequestWire {
  return {
    mode: 'permit2',
    chainId,
    spender: checksummed(spender),
    permit2: checksummed(permit2Address),
    tokenAddress: checksummed(tokenAddress),
    amount: amount.toString(),
    nonce: nonce.toString(),
    deadline: deadline.toString(),
    eip712: presentTypedData(typedData),
    ...(allowance === null
      ? {}
      : { allowance: { kind: 'eip2612', eip712: presentTypedData(allowance.typedData) } }),
  };
}

/**
 * The whole object that `eth_signTypedData_v4` takes: a wallet that finds no `EIP712Domain` among
 * the types hashes a domain without members. Addresses are in EIP-55, which some wallets insist on;
 * the hash does not see the case.
 */
export function presentTypedData({
  domain,
  types,
  primaryType,
  message,
}: TypedData): SignRequestWire['eip712'] {
  const { name, version, chainId, verifyingContract } = domain;
  const versioned = { name, ...(version === undefined ? {} : { version }) };
  const wired = { ...versioned, chainId, verifyingContract: wireText(verifyingContract) };
  const domainType = domainMembers.filter((member) => member.name in wired);
  const ownTypes = Object.entries(types).map(
    ([type, members]) => [type, members.map((one) => ({ ...one }))] as const,
  );
  return {
    domain: wired,
    types: { EIP712Domain: domainType, ...Object.fromEntries(ownTypes) },
    primaryType,
    message: wireMessage(message),
  };
}

/** All that a domain of ours can have, in the order of EIP-712. */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

function wireMessage(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, wireValue(value)]),
  );
}

function wireValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return wireText(value);
  return typeof value === 'object' && value !== null ? wireMessage({ ...value }) : value;
}

function wireText(text: string): string {
  return isEvmAddressShape(text) ? checksummed(evmAddress(text)) : text;
}

/** Accounts as they were written, so that their checksums are still to be seen. */
export function presentUnderstood(
  understood: UnderstoodTransfer,
): z.input<typeof understoodRequest> {
  const { payer, recipient } = understood;
  return {
    ...presentTransfer(understood),
    ...(payer === null ? {} : { fromAddress: payer }),
    ...(recipient === null ? {} : { toAddress: recipient }),
  };
}

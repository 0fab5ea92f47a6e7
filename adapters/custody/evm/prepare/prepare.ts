import { answer } from '@interline/kernel';
import type { PrepareOutcome, TransactionRequest } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { headNumber } from '../rpc/blocks.ts';
import { confirmRefusal } from '../rpc/confirm-refusal.ts';
import { knownGasLimit, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { prepareCall, prepareRevocation } from './prepare-call.ts';
import { preparePull } from './prepare-pull.ts';
import { prepareTransfer } from './prepare-transfer.ts';
import { preparedFrom, type Preparing } from './preparing.ts';

/** Simulates the request at the head and sets gas and fees. */
export async function prepare(at: Preparing, request: TransactionRequest): Promise<PrepareOutcome> {
  switch (request.kind) {
    case 'pull':
      return preparePull(at, request);
    case 'payout':
      return prepareTransfer(at, request);
    case 'call':
      return prepareCall(at, request);
    case 'revoke':
      return prepareRevocation(at, request);
    case 'noop':
      return prepareNoop(at, request);
  }
}

/**
 * The same, but refused only if enough nodes refuse it by their own simulations, because a refusal
 * of a settlement aborts the route. The strictest node decides what a rail's calls may take; on a
 * disagreement about those, the call waits.
 */
export function prepareConfirmed(
  at: Preparing & { readonly chain: EvmChain },
  request: TransactionRequest,
): Promise<PrepareOutcome> {
  const { chain } = at;
  const runsRail = request.kind === 'call' || (request.kind === 'pull' && request.then.length > 0);
  return confirmRefusal(chain.client, {
    ask: (client) => prepare({ ...at, chain: { ...chain, client } }, request),
    what: `alike whether a ${request.kind} works`,
    mayBeAccepted: !runsRail,
  });
}

type NoopRequest = Extract<TransactionRequest, { kind: 'noop' }>;

/** 21,000, plus a few hundred that an EIP-7702 delegated account uses to receive nothing. */
const noopGas = 30_000n;

/**
 * A transfer of nothing to ourselves. Never refused, because it replaces a transaction that was
 * refused.
 */
async function prepareNoop(at: Preparing, { role }: NoopRequest): Promise<PrepareOutcome> {
  const { chain, accounts, signal } = at;
  const [market, postingGas, [block]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read((node) => node.ask([headNumber]), signal),
  ]);
  const gasLimit = knownGasLimit(
    chain.costs,
    'noop',
    noopGas,
    postingGasOf('0x', postingGas, chain.costs),
  );
  const draft = {
    purpose: 'noop',
    role,
    to: accounts[role],
    data: '0x',
    value: 0n,
    gasLimit,
    expects: null,
  } as const;
  return answer([preparedFrom(at, draft, marketFees(market, chain.costs.feeRateCap), block)]);
}

import { answer, type Hex, type RailOutcome, refuse } from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import { isWholeBytes } from '../abi/words.ts';
import { headNumber } from '../rpc/blocks.ts';
import { knownGasLimit, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { prepareCall, prepareRevocation } from './prepare-call.ts';
import { preparePull } from './prepare-pull.ts';
import { prepareTransfer } from './prepare-transfer.ts';
import { preparedFrom, type Preparing } from './preparing.ts';

/** Simulates what is intended at the head and fixes gas and fees, in one request. */
export async function prepare(
  at: Preparing,
  intent: TransactionRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  if (!bytesIn(intent).every(isWholeBytes))
    return refuse(
      'SIMULATION_FAILED',
      'the bytes of a call or signature are no hex of whole bytes',
    );
  switch (intent.kind) {
    case 'pull':
      return preparePull(at, intent);
    case 'payout':
      return prepareTransfer(at, intent);
    case 'call':
      return prepareCall(at, intent);
    case 'revoke':
      return prepareRevocation(at, intent);
    case 'noop':
      return prepareNoop(at, intent);
  }
}

// What rails and callers wrote; a node would answer malformed bytes as if it did not understand the
// method.
function bytesIn(intent: TransactionRequest): readonly Hex[] {
  switch (intent.kind) {
    case 'pull':
      return [intent.permit.signature, ...intent.then.map((call) => call.data)];
    case 'call':
      return [intent.data];
    case 'payout':
    case 'revoke':
    case 'noop':
      return [];
  }
}

type NoopRequest = Extract<TransactionRequest, { kind: 'noop' }>;

/**
 * 21,000 and room for the few hundred that an account delegated by EIP-7702 takes to receive
 * nothing.
 */
const noopGas = 30_000n;

/** Nothing to ourselves. Never refuses: it stands in for what was refused. */
async function prepareNoop(
  at: Preparing,
  { role }: NoopRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, accounts, signal } = at;
  const [market, postingGas, [block]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read((node) => node.ask([headNumber]), signal),
  ]);
  const gasLimit = knownGasLimit(chain.costs, 'noop', noopGas, postingGasOf('0x', postingGas));
  const draft = {
    purpose: 'noop',
    role,
    to: accounts[role],
    data: '0x',
    valueWei: 0n,
    gasLimit,
    expects: null,
  } as const;
  return answer([preparedFrom(at, draft, marketFees(market, chain.costs.capWei), block)]);
}

import { answer } from '@interline/kernel';
import type { PrepareOutcome, TransactionRequest } from '@interline/ports';
import { headNumber } from '../rpc/blocks.ts';
import { knownGasLimit, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { prepareCall, prepareRevocation } from './prepare-call.ts';
import { preparePull } from './prepare-pull.ts';
import { prepareTransfer } from './prepare-transfer.ts';
import { preparedFrom, type Preparing } from './preparing.ts';

/** Simulates the request at the head and fixes gas and fees. */
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

type NoopRequest = Extract<TransactionRequest, { kind: 'noop' }>;

/**
 * 21,000 and room for the few hundred that an account delegated by EIP-7702 takes to receive
 * nothing.
 */
const noopGas = 30_000n;

/** A transfer of nothing to ourselves. Never refuses: it stands in for what was refused. */
async function prepareNoop(at: Preparing, { role }: NoopRequest): Promise<PrepareOutcome> {
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

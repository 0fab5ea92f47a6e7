import { answer, type RailOutcome } from '@interline/kernel';
import type { TransactionRequest, Prepared } from '@interline/ports';
import { headNumber } from '../rpc/head-block.ts';
import { knownGasLimit } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { postingGasOf } from './posting-gas.ts';
import { preparedFrom, type Preparing } from './preparing.ts';

export type NoopRequest = Extract<TransactionRequest, { kind: 'noop' }>;

/**
 * 21,000 and room for the few hundred that an account delegated by EIP-7702 takes to receive
 * nothing.
 */
const noopGas = 30_000n;

/** Nothing to ourselves. Never refuses: it stands in for what was refused. */
export async function prepareNoop(
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

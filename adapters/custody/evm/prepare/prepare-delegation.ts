import type { AccountRole, Hex } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { batchExecutorAddress, delegatedCode, executorDeployment } from '../abi/batch-executor.ts';
import { codeOf } from '../rpc/state-calls.ts';
import { headNumber } from '../rpc/blocks.ts';
import { intrinsicGas, knownGasLimit, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { type Draft, preparedFrom, type Preparing } from './preparing.ts';

/** 200 gas a byte of code, and what its constructor and the deployer take. */
const deployGas = 1_200_000n;
/** 25,000 for the authorization, and room. */
const delegateGas = 60_000n;

/**
 * The transaction that deploys the executor, or then the one that delegates the account to it; null
 * once the account is delegated.
 */
export async function prepareDelegation(
  at: Preparing,
  role: AccountRole,
): Promise<Prepared | null> {
  const { chain, accounts, signal } = at;
  const account = accounts[role];
  const [executor, own, block] = await chain.client.read(
    (node) => node.ask([codeOf(batchExecutorAddress), codeOf(account), headNumber]),
    signal,
  );
  if (executor !== '0x' && own.toLowerCase() === delegatedCode) return null;
  const [market, postingGas] = await Promise.all([chain.market(signal), chain.postingGas(signal)]);
  const limit = (purpose: 'deploy' | 'delegate', data: Hex, gas: bigint): bigint =>
    knownGasLimit(chain.costs, purpose, intrinsicGas(data) + gas, postingGasOf(data, postingGas));
  const draft: Draft =
    executor === '0x'
      ? {
          purpose: 'deploy',
          role,
          ...executorDeployment,
          valueWei: 0n,
          gasLimit: limit('deploy', executorDeployment.data, deployGas),
          expects: null,
        }
      : {
          purpose: 'delegate',
          role,
          to: account,
          data: '0x',
          valueWei: 0n,
          gasLimit: limit('delegate', '0x', delegateGas),
          expects: null,
          delegateTo: batchExecutorAddress,
        };
  return preparedFrom(at, draft, marketFees(market, chain.costs.capWei), block);
}

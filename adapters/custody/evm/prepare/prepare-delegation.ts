import type { AccountRole, Address, Hex } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { batchExecutorAddress, delegatedCode, executorDeployment } from '../abi/batch-executor.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askAlike, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { codeOf } from '../rpc/state-calls.ts';
import { headNumber } from '../rpc/blocks.ts';
import { intrinsicGas, knownGasLimit, postingGasOf } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { type Draft, preparedFrom, type Preparing } from './preparing.ts';

/** 200 gas a byte of code, and what its constructor and the deployer take. */
const deployGas = 1_200_000n;
/** 25,000 for the authorization, and room. */
const delegateGas = 60_000n;

/** How far an account has come: without an executor, without a delegation to it, or delegated. */
type Stage = 'no-executor' | 'not-delegated' | 'delegated';

/**
 * The transaction that deploys the executor, or then the one that delegates the account to it; null
 * once the account is delegated. Enough nodes must show the same: a multicall to an account without
 * the executor's code succeeds and does nothing. Throws `CHAIN_UNREACHABLE` while they do not; an
 * account that they have shown delegated before stays so then.
 */
export async function prepareDelegation(
  at: Preparing & { readonly chain: EvmChain },
  role: AccountRole,
  { wasDelegated = false } = {},
): Promise<Prepared | null> {
  const { chain, accounts, signal } = at;
  const account = accounts[role];
  const [stage, [block]] = await Promise.all([
    stageOf(chain, account, wasDelegated, signal),
    chain.client.read((node) => node.ask([headNumber]), signal),
  ]);
  if (stage === 'delegated') return null;
  const [market, postingGas] = await Promise.all([chain.market(signal), chain.postingGas(signal)]);
  const limit = (purpose: 'deploy' | 'delegate', data: Hex, gas: bigint): bigint =>
    knownGasLimit(
      chain.costs,
      purpose,
      intrinsicGas(data) + gas,
      postingGasOf(data, postingGas, chain.costs),
    );
  const draft: Draft =
    stage === 'no-executor'
      ? {
          purpose: 'deploy',
          role,
          ...executorDeployment,
          value: 0n,
          gasLimit: limit('deploy', executorDeployment.data, deployGas),
          expects: null,
        }
      : {
          purpose: 'delegate',
          role,
          to: account,
          data: '0x',
          value: 0n,
          gasLimit: limit('delegate', '0x', delegateGas),
          expects: null,
          delegateTo: batchExecutorAddress,
        };
  return preparedFrom(at, draft, marketFees(market, chain.costs.feeRateCap), block);
}

async function stageOf(
  { client }: Pick<EvmChain, 'client'>,
  account: Address,
  wasDelegated: boolean,
  signal: AbortSignal,
): Promise<Stage> {
  const look = (node: RpcNode): Promise<Stage> => stageOn(node, account);
  // Enough nodes have shown it; what a reorg has changed since, the multicall's witness shows.
  if (wasDelegated && (await client.read(look, signal)) === 'delegated') return 'delegated';
  const told = await askAlike(client, look, String, signal);
  const agreed = told.find(
    ({ said }) => told.filter((one) => one.said === said).length >= enoughOf(client),
  );
  if (agreed !== undefined) return agreed.said;
  if (wasDelegated) return 'delegated';
  throw tooFewNodes(client.chain, 'alike whether an account is delegated');
}

async function stageOn(node: RpcNode, account: Address): Promise<Stage> {
  const [executor, own] = await node.ask([codeOf(batchExecutorAddress), codeOf(account)]);
  if (executor === '0x') return 'no-executor';
  return own.toLowerCase() === delegatedCode ? 'delegated' : 'not-delegated';
}

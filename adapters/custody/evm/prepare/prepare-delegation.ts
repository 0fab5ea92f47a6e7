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

/** 200 gas per byte of code, plus its constructor and the deployer. */
const deployGas = 1_200_000n;
/** 25,000 for the authorization, plus margin. */
const delegateGas = 60_000n;

/** State of an account: no executor deployed, not delegated to it, or delegated. */
type Stage = 'no-executor' | 'not-delegated' | 'delegated';

/**
 * The transaction that deploys the executor, or the one that delegates the account to it; null once
 * the account is delegated. Enough nodes must agree, because a multicall to an account without the
 * executor's code succeeds without effect. Throws `CHAIN_UNREACHABLE` while they do not. An account
 * that they have shown as delegated stays so.
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
  // Enough nodes have shown it. If a reorg has changed that since, the multicall's witness shows
  // it.
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

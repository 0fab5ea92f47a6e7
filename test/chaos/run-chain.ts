import type { DevnetChain } from '@interline/devnet';
import { evmAddress, type EvmAddress, evmChain, type ChainRef } from '@interline/domain';
import { Interface, toQuantity } from 'ethers';

/** What a run does on one chain, and reads from it: by plain JSON-RPC, past the service and its adapters. */
export interface RunChain {
  readonly chainId: number;
  readonly ref: ChainRef;
  readonly usdc: EvmAddress;
  automine(isOn: boolean): Promise<void>;
  mine(): Promise<void>;
  head(): Promise<number>;
  /** The token's owner bans them all, in front of whatever waits in the mempool; resolves once that is in a block. */
  ban(accounts: readonly string[]): Promise<void>;
  usdcOf(account: string): Promise<bigint>;
  coinOf(account: string): Promise<bigint>;
  /** Transactions of the account in blocks, and with those that wait. */
  nonces(account: string): Promise<{ readonly mined: number; readonly pending: number }>;
  /** USDC's Transfer logs after that block. */
  transfersSince(block: number): Promise<readonly SeenTransfer[]>;
}

export interface SeenTransfer {
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: bigint;
}

const token = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 units)',
  'function balanceOf(address) view returns (uint256)',
  'function owner() view returns (address)',
  'function blacklist(address)',
  'function isBlacklisted(address) view returns (bool)',
]);
const transferTopic = token.getEvent('Transfer')?.topicHash ?? '';

const callDeadlineMs = 10_000;
/** Far above what the service bids, and a block is filled by bids. */
const banTipWei = 100_000_000_000n;

export function runChain({ chainId, rpcUrl, tokens }: DevnetChain): RunChain {
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  if (usdc === undefined) throw new Error(`chain ${chainId} has no USDC`);
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> => rpc(rpcUrl, method, params);
  const quantity = async (method: string, ...params: readonly unknown[]): Promise<bigint> => BigInt(String(await ask(method, ...params)));
  const read = async (name: 'balanceOf' | 'owner' | 'isBlacklisted', ...args: readonly string[]): Promise<unknown> => {
    const data = String(await ask('eth_call', { to: usdc, data: token.encodeFunctionData(name, args) }, 'latest'));
    return token.decodeFunctionResult(name, data)[0];
  };

  return {
    chainId, ref: evmChain(chainId), usdc: evmAddress(usdc),
    automine: async (isOn) => { await ask('evm_setAutomine', isOn); },
    mine: async () => { await ask('evm_mine'); },
    head: async () => Number(await quantity('eth_blockNumber')),
    async ban(accounts) {
      const from = await read('owner');
      const first = { gas: toQuantity(100_000), maxFeePerGas: toQuantity(banTipWei * 2n), maxPriorityFeePerGas: toQuantity(banTipWei) };
      for (const account of accounts) await ask('eth_sendTransaction', { from, to: usdc, data: token.encodeFunctionData('blacklist', [account]), ...first });
      for (const account of accounts) while (await read('isBlacklisted', account) !== true) await ask('evm_mine');
    },
    usdcOf: async (account) => await read('balanceOf', account) as bigint, // CAST: a uint256 by the ABI.
    coinOf: (account) => quantity('eth_getBalance', account, 'latest'),
    async nonces(account) {
      const [mined, pending] = await Promise.all(['latest', 'pending'].map(async (tag) => Number(await quantity('eth_getTransactionCount', account, tag))));
      return { mined: mined ?? 0, pending: pending ?? 0 };
    },
    async transfersSince(block) {
      const logs = await ask('eth_getLogs', { address: usdc, fromBlock: toQuantity(block + 1), toBlock: 'latest', topics: [transferTopic] });
      return Array.isArray(logs) ? logs.map(readTransfer) : [];
    },
  };
}

function readTransfer(log: unknown): SeenTransfer {
  const { topics, data } = log as { topics: readonly string[]; data: string }; // CAST: a node's log, at the edge.
  const [from, to, units] = token.decodeEventLog('Transfer', data, topics) as unknown as [string, string, bigint]; // CAST: by the ABI.
  return { from: evmAddress(from), to: evmAddress(to), units };
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, signal: AbortSignal.timeout(callDeadlineMs),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = await response.json() as { result?: unknown; error?: { message: string } }; // CAST: JSON-RPC 2.0's own shape.
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

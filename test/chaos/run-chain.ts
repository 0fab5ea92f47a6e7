import type { DevnetChain } from '@interline/devnet';
import { type ChainRef, evmAddress, type EvmAddress, evmChain, type Hex } from '@interline/kernel';
import { writeBlacklist } from '../support/blacklist.ts';
import { Interface, toQuantity } from 'ethers';
import { longestWaitMs } from '../support/longest-wait.ts';

/**
 * What a run does on one chain, and reads from it: by plain JSON-RPC, past the service and its
 * adapters.
 */
export interface RunChain {
  readonly chainId: number;
  readonly ref: ChainRef;
  readonly usdc: EvmAddress;
  automine(isOn: boolean): Promise<void>;
  mine(): Promise<void>;
  head(): Promise<number>;
  /** The token bans them all, from whatever is mined next on. */
  ban(accounts: readonly string[]): Promise<void>;
  usdcOf(account: string): Promise<bigint>;
  /** So much USDC of the account is gone, by no transaction. */
  lose(account: string, units: bigint): Promise<void>;
  coinOf(account: string): Promise<bigint>;
  /** Transactions of the account in blocks, and with those that wait. */
  nonces(account: string): Promise<{ readonly mined: number; readonly pending: number }>;
  /** Hashes of the account's transactions in the blocks after that one. */
  sentSince(block: number, account: EvmAddress): Promise<readonly Hex[]>;
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
]);
const transferTopic = token.getEvent('Transfer')?.topicHash ?? '';

export function runChain({ chainId, rpcUrl, tokens }: DevnetChain): RunChain {
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  if (usdc === undefined) throw new Error(`chain ${chainId} has no USDC`);
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    rpc(rpcUrl, method, params);
  const quantity = async (method: string, ...params: readonly unknown[]): Promise<bigint> =>
    BigInt(String(await ask(method, ...params)));

  const usdcOf = async (account: string): Promise<bigint> => {
    const data = String(
      await ask(
        'eth_call',
        { to: usdc, data: token.encodeFunctionData('balanceOf', [account]) },
        'latest',
      ),
    );
    // CAST: a uint256 by the ABI.
    return token.decodeFunctionResult('balanceOf', data)[0] as bigint;
  };

  return {
    chainId,
    ref: evmChain(chainId),
    usdc: evmAddress(usdc),
    automine: async (isOn) => {
      await ask('evm_setAutomine', isOn);
    },
    mine: async () => {
      await ask('evm_mine');
    },
    head: async () => Number(await quantity('eth_blockNumber')),
    async ban(accounts) {
      for (const account of accounts)
        await writeBlacklist((method, params) => ask(method, ...params), usdc, account, true);
    },
    usdcOf,
    async lose(account, units) {
      const left = (await usdcOf(account)) - units;
      await ask('anvil_dealERC20', account, usdc, toQuantity(left));
      await ask('evm_mine');
    },
    coinOf: (account) => quantity('eth_getBalance', account, 'latest'),
    async nonces(account) {
      const [mined, pending] = await Promise.all(
        ['latest', 'pending'].map(async (tag) =>
          Number(await quantity('eth_getTransactionCount', account, tag)),
        ),
      );
      return { mined: mined ?? 0, pending: pending ?? 0 };
    },
    async sentSince(block, account) {
      const head = Number(await quantity('eth_blockNumber'));
      const found: Hex[] = [];
      for (let height = block + 1; height <= head; height += 1) {
        // CAST: a node's block with its transactions, at the edge.
        const { transactions } = (await ask('eth_getBlockByNumber', toQuantity(height), true)) as {
          transactions: readonly { readonly hash: Hex; readonly from: string }[];
        };
        found.push(
          ...transactions
            .filter(({ from }) => evmAddress(from) === account)
            .map(({ hash }) => hash),
        );
      }
      return found;
    },
    async transfersSince(block) {
      const logs = await ask('eth_getLogs', {
        address: usdc,
        fromBlock: toQuantity(block + 1),
        toBlock: 'latest',
        topics: [transferTopic],
      });
      return Array.isArray(logs) ? logs.map(readTransfer) : [];
    },
  };
}

function readTransfer(log: unknown): SeenTransfer {
  const { topics, data } = log as { topics: readonly string[]; data: string }; // CAST: a node's log, at the edge.
  // CAST: the ABI's Transfer has two addresses and a uint256.
  const [from, to, units] = token.decodeEventLog('Transfer', data, topics) as unknown as [
    string,
    string,
    bigint,
  ];
  return { from: evmAddress(from), to: evmAddress(to), units };
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(longestWaitMs),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }; // CAST: JSON-RPC 2.0's own shape.
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

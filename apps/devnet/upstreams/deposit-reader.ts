import { Interface } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { ZeroAddress } from 'ethers/constants';
import { zeroPadValue } from 'ethers/utils';
import { hexQuantity, rpcBatch, type RpcCall } from '../chains/json-rpc.ts';
import type { DevnetChain } from '../devnet-report.ts';
import type { Deposit } from './order.ts';
import { standInBridge } from './stand-in-bridge.ts';

type Log = { transactionHash: string; topics: string[]; data: string; address: string };
type Transaction = { hash: string; from: string; to: string | null; value: string };

/** A plain transfer to an address of ours, searched for until then. */
export type AwaitedTransfer = { address: string; isCoin: boolean; untilMs: number };

const erc20 = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const depositedTopic = standInBridge.getEvent('Deposited')?.topicHash ?? '';
const transferTopic = erc20.getEvent('Transfer')?.topicHash ?? '';

/** Read again each time, because a test may set the chain back by a few blocks. */
const overlapBlocks = 8;

/**
 * The deposits of one chain since the last look, each once: calls to the bridge, and transfers to
 * deposit addresses.
 */
export class DepositReader {
  readonly #chain: DevnetChain;
  readonly #transfers = new Map<string, AwaitedTransfer>();
  readonly #reported = new Set<string>();
  #readUpTo = 0;

  constructor(chain: DevnetChain) {
    this.#chain = chain;
  }

  expect(transfer: AwaitedTransfer): void {
    this.#transfers.set(transfer.address.toLowerCase(), transfer);
  }

  async read(): Promise<Deposit[]> {
    const { rpcUrl, bridge } = this.#chain;
    this.#dropPassedTransfers();
    const addresses = [...this.#transfers.keys()];
    const forCoin = addresses.filter((address) => this.#transfers.get(address)?.isCoin);
    const fromBlock = hexQuantity(Math.max(0, this.#readUpTo - overlapBlocks));
    const calls: RpcCall[] = [
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getLogs', params: [{ address: bridge, topics: [depositedTopic], fromBlock }] },
      ...(addresses.length === 0
        ? []
        : [
            {
              method: 'eth_getLogs',
              params: [
                {
                  topics: [transferTopic, null, addresses.map((one) => zeroPadValue(one, 32))],
                  fromBlock,
                },
              ],
            },
          ]),
      ...forCoin.map((address) => ({ method: 'eth_getBalance', params: [address, 'latest'] })),
    ];
    const [head, calledLogs, ...rest] = await rpcBatch(rpcUrl, calls);
    const transferLogs = addresses.length === 0 ? [] : rest.shift();
    const paidInCoin = new Set(forCoin.filter((_, at) => BigInt(String(rest[at])) > 0n));
    const coinTransfers =
      paidInCoin.size === 0 ? [] : await this.#coinTransfers(paidInCoin, Number(head));
    this.#readUpTo = Number(head);

    return [
      ...readLogs(calledLogs).map((log) => this.#calledDeposit(log)),
      ...readLogs(transferLogs).map((log) => this.#transferDeposit(log)),
      ...coinTransfers,
    ].filter((deposit) => this.#isNew(deposit));
  }

  #calledDeposit({ transactionHash, topics, data }: Log): Deposit {
    const [key = '', token = '', units = 0n, depositor = ''] = standInBridge.decodeEventLog(
      'Deposited',
      data,
      topics,
    ) as unknown as [string, string, bigint, string]; // CAST: our own event.
    return {
      chainId: this.#chain.chainId,
      key,
      txHash: transactionHash,
      token: token === ZeroAddress ? null : token,
      units,
      depositor,
    };
  }

  #transferDeposit({ transactionHash, topics, data, address }: Log): Deposit {
    const [from = '', to = '', units = 0n] = erc20.decodeEventLog(
      'Transfer',
      data,
      topics,
    ) as unknown as [string, string, bigint]; // CAST: ERC-20's event.
    return {
      chainId: this.#chain.chainId,
      key: to,
      txHash: transactionHash,
      token: getAddress(address),
      units,
      depositor: from,
    };
  }

  // A transfer of the coin leaves no log. The address is dropped once its transfer is found.
  async #coinTransfers(to: ReadonlySet<string>, head: number): Promise<Deposit[]> {
    const first = Math.max(0, Math.min(this.#readUpTo, head) - overlapBlocks);
    const blocks = await rpcBatch(
      this.#chain.rpcUrl,
      Array.from({ length: head - first + 1 }, (_, at) => ({
        method: 'eth_getBlockByNumber',
        params: [hexQuantity(first + at), true],
      })),
    );
    const found = blocks
      .flatMap((block) => (block as { transactions: Transaction[] } | null)?.transactions ?? []) // CAST: a node's block, at the edge.
      .filter((transaction) => to.has(transaction.to?.toLowerCase() ?? ''));
    for (const transaction of found) this.#transfers.delete(transaction.to?.toLowerCase() ?? '');
    return found.map(({ hash, from, to: key, value }) => ({
      chainId: this.#chain.chainId,
      key: key ?? '',
      txHash: hash,
      token: null,
      units: BigInt(value),
      depositor: getAddress(from),
    }));
  }

  #isNew({ txHash, key }: Deposit): boolean {
    const mark = `${txHash} ${key}`;
    if (this.#reported.has(mark)) return false;
    this.#reported.add(mark);
    return true;
  }

  #dropPassedTransfers(): void {
    for (const [address, { untilMs }] of this.#transfers) {
      if (untilMs < Date.now()) this.#transfers.delete(address);
    }
  }
}

function readLogs(answer: unknown): Log[] {
  return answer as Log[]; // CAST: a node's logs, at the edge.
}

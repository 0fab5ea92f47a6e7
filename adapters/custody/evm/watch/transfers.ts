import type { Address, TxHash } from '@interline/kernel';
import type { TransferSeen } from '@interline/ports';
import { heightWord } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readLogsError, topicOf } from '../rpc/log-ranges.ts';
import {
  readAddress,
  readData,
  readHash,
  readList,
  readRecord,
  readSafeNumber,
} from '../rpc/read-fields.ts';

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The ERC-20 transfers of a receipt. NFT transfers share the topic but have one topic more. */
export function readTransfers(logs: unknown): readonly TransferSeen[] {
  return readList(logs).flatMap((log) => readTransfer(log));
}

/**
 * Transfers of the tokens that our accounts may hold. A recipient's, a payer's or an engine's code
 * runs in transactions of ours, and a contract that is not listed may write any log about them.
 */
export function ofListed(
  transfers: readonly TransferSeen[],
  { tokens }: { readonly tokens: readonly Address[] },
): readonly TransferSeen[] {
  const listed = new Set<string>(tokens);
  return transfers.filter(({ token }) => listed.has(token));
}

/** Whether the log shows exactly this transfer. */
export function isTransfer(
  seen: TransferSeen,
  { token, from, to, units }: Omit<TransferSeen, 'logIndex'>,
): boolean {
  return seen.token === token && seen.from === from && seen.to === to && seen.units === units;
}

function readTransfer(log: unknown): readonly TransferSeen[] {
  const { address, topics, data, logIndex, removed } = readRecord(log);
  const [topic, from, to, ...more] = readList(topics).map(readHash);
  const value = readData(data);
  if (
    topic !== transferTopic ||
    from === undefined ||
    to === undefined ||
    more.length > 0 ||
    value.length !== 66
  )
    return [];
  // A log of a block that a reorg removed proves nothing.
  if (removed === true) return [];
  return [
    {
      token: readAddress(address),
      from: addressIn(from),
      to: addressIn(to),
      units: BigInt(value),
      logIndex: readSafeNumber(logIndex),
    },
  ];
}

function addressIn(topic: string): Address {
  return readAddress(`0x${topic.slice(26)}`);
}

/** Number of blocks that a node searches in one request. */
export const blocksAtOnce = 10_000;

interface TransferFilter {
  readonly token: Address;
  readonly from: readonly Address[];
  /** Any recipient when left out. */
  readonly to?: Address;
}

export interface TransferLog {
  readonly hash: TxHash;
  readonly block: number;
  readonly from: Address;
  readonly units: bigint;
  readonly logIndex: number;
}

/**
 * The token's Transfer logs of these blocks, both ends included, in order. Logs that a node returns
 * beyond the filter are dropped.
 */
export function transferLogs(
  { token, from, to }: TransferFilter,
  first: number,
  last: number,
): RpcCall<readonly TransferLog[]> {
  const topics = [transferTopic, from.map(topicOf), ...(to === undefined ? [] : [topicOf(to)])];
  return {
    method: 'eth_getLogs',
    params: [{ address: token, fromBlock: heightWord(first), toBlock: heightWord(last), topics }],
    read: (result) =>
      readList(result).flatMap((log) => {
        const { transactionHash, blockNumber } = readRecord(log);
        return readTransfers([log])
          .filter(
            (one) =>
              one.token === token && from.includes(one.from) && (to === undefined || one.to === to),
          )
          .map((one) => ({
            hash: readHash(transactionHash),
            block: readSafeNumber(blockNumber),
            from: one.from,
            units: one.units,
            logIndex: one.logIndex,
          }));
      }),
    readError: readLogsError,
  };
}

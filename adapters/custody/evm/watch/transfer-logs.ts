import type { EvmAddress, Hex } from '@interline/kernel';
import { heightWord } from '../rpc/block-pin.ts';
import { readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { readTransfers, transferTopic } from './read-transfers.ts';

/** So many blocks nodes search in one go. */
export const blocksAtOnce = 10_000;

export interface TransferFilter {
  readonly token: EvmAddress;
  readonly from: readonly EvmAddress[];
  /** Any recipient where it is left out. */
  readonly to?: EvmAddress;
}

export interface TransferLog {
  readonly hash: Hex;
  readonly block: number;
  readonly from: EvmAddress;
  readonly units: bigint;
  readonly logIndex: number;
}

/**
 * The token's Transfer logs of these blocks, both included, in their order. What a node adds to the
 * answer is dropped.
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
  };
}

function topicOf(address: EvmAddress): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { rpcBatch } from './json-rpc.ts';

export type MinedReceipt = { txHash: string; succeeded: boolean };

const firstPollMs = 5;
const slowestPollMs = 200;

/**
 * Waits until every transaction is in a block; throws when one is not by the deadline (mining by
 * hand, say).
 */
export async function minedReceipts(
  rpcUrl: string,
  hashes: readonly string[],
  deadlineMs = 15_000,
): Promise<MinedReceipt[]> {
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
  const givenUpAt = performance.now() + deadlineMs;

  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 2, slowestPollMs)) {
    const receipts = (await rpcBatch(rpcUrl, calls)).filter((receipt) => receipt !== null);
    if (receipts.length === hashes.length) return receipts.map(readReceipt);
    if (performance.now() > givenUpAt) {
      throw new Error(
        `${hashes.length - receipts.length} of ${hashes.length} transactions not mined in ${deadlineMs} ms`,
      );
    }
    await sleep(pauseMs);
  }
}

function readReceipt(answer: unknown): MinedReceipt {
  const receipt = answer as { transactionHash: string; status: string }; // CAST: a node's receipt, at the edge.
  return { txHash: receipt.transactionHash, succeeded: receipt.status === '0x1' };
}

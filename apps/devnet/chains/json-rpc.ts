import { setTimeout as sleep } from 'node:timers/promises';

export type RpcCall = { method: string; params: readonly unknown[] };

/** The node understood the call and refused it; that call sent nothing on chain. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
}

type RpcAnswer = { id: number; result?: unknown; error?: { message: string } };

const callDeadlineMs = 10_000;

/** Results in the order of the calls; throws the first refusal. All calls are sent as one batch. */
export async function rpcBatch(
  rpcUrl: string,
  calls: readonly RpcCall[],
  deadlineMs = callDeadlineMs,
): Promise<unknown[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    signal: AbortSignal.timeout(deadlineMs),
  });
  const answers = readAnswers(await response.json());

  return calls.map(({ method }, id) => {
    const answer = answers.get(id);
    if (answer === undefined) throw new Error(`the node at ${rpcUrl} left ${method} unanswered`);
    if (answer.error !== undefined) throw new RpcRefusal(`${method}: ${answer.error.message}`);
    return answer.result;
  });
}

export async function rpc(
  rpcUrl: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const [result] = await rpcBatch(rpcUrl, [{ method, params }]);
  return result;
}

// A batch may be answered in any order.
function readAnswers(body: unknown): Map<number, RpcAnswer> {
  if (!Array.isArray(body))
    throw new Error('a node answered a batch with something else than a list');
  const answers = body as RpcAnswer[]; // CAST: JSON-RPC 2.0's own shape, read at the edge.
  return new Map(answers.map((answer) => [answer.id, answer]));
}

type MinedReceipt = { txHash: string; succeeded: boolean };

const firstPollMs = 5;
const slowestPollMs = 200;

/**
 * Waits until every transaction is in a block; throws when one is not by the deadline, for example
 * with manual mining.
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

/** A number as JSON-RPC writes it: no leading zero. */
export function hexQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

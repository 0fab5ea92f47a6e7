import type { Clock } from '@interline/ports';
import type { ChainClient } from '../rpc/chain-client.ts';
import { headBlock } from '../rpc/head-block.ts';
import { readQuantity } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { ChainCosts } from './chain-costs.ts';
import { type Market, marketOf, middleOf, type NodeFees } from './market.ts';

export const marketMaxAgeMs = 1_000;

/** How long the others are waited for once one node has answered. */
const othersWithinMs = 1_000;

/**
 * Asks every node, so that none of them alone says what is paid. One that failed lately, or still
 * owes an answer, is asked and not waited for. Throws `CHAIN_UNREACHABLE` where none answers.
 */
export function marketReader(
  client: Pick<ChainClient, 'nodes' | 'read' | 'noteFault'>,
  costs: ChainCosts,
  clock: Clock,
): (signal: AbortSignal) => Promise<Market> {
  const underWay = new Map<RpcNode, Promise<NodeFees>>();
  const feesOf = (node: RpcNode): Promise<NodeFees> => {
    const reading = underWay.get(node) ?? readFees(node).finally(() => underWay.delete(node));
    underWay.set(node, reading);
    return reading;
  };

  return async (signal) => {
    const told = new Map<RpcNode, NodeFees>();
    const ask = async (node: RpcNode): Promise<void> => {
      told.set(node, await feesOf(node));
    };
    const prompt = client.nodes.map((node) => {
      const isPrompt = !node.isResting && !underWay.has(node);
      const asked = ask(node).catch((error: unknown) => {
        if (error instanceof RpcFault) client.noteFault(node, error);
      });
      return isPrompt ? asked : null;
    });
    await client.read(ask, signal);
    const alarm = clock.alarm(othersWithinMs);
    await Promise.race([Promise.all(prompt.filter((asked) => asked !== null)), alarm.rang]);
    alarm.cancel();
    return marketOf([...told.values()], costs);
  };
}

/** Null from a node that knows no such method. */
const suggestedTip: RpcCall<bigint | null> = {
  method: 'eth_maxPriorityFeePerGas',
  params: [],
  read: readQuantity,
  readError: () => null,
};
const legacyPrice: RpcCall<bigint> = { method: 'eth_gasPrice', params: [], read: readQuantity };

/**
 * What the last blocks paid; null where they were empty, and from a node that does not tell, or not
 * in this form.
 */
const paidTip: RpcCall<bigint | null> = {
  method: 'eth_feeHistory',
  params: ['0xa', 'latest', [50]],
  readError: () => null,
  read(result) {
    try {
      return readPaidTip(result);
    } catch (fault) {
      // The suggested tip stands in for it.
      if (fault instanceof RpcFault) return null;
      throw fault;
    }
  },
};

/** The middle one of the blocks' tips, each of which half of its block's gas paid or less. */
function readPaidTip(result: unknown): bigint | null {
  const { reward, gasUsedRatio } = readRecord(result);
  const used = readList(gasUsedRatio);
  const tips = readList(reward).flatMap((tip, block) =>
    used[block] === 0 ? [] : [readQuantity(readList(tip)[0])],
  );
  return tips.length === 0 ? null : middleOf(tips)[0];
}

async function readFees(node: RpcNode): Promise<NodeFees> {
  const [{ baseFeePerGas }, paid, suggested] = await node.ask([headBlock, paidTip, suggestedTip]);
  if (baseFeePerGas === null) throw garbage('the chain has no base fee (EIP-1559)');
  const tip = paid ?? suggested;
  if (tip !== null) return { baseFee: baseFeePerGas, tip };

  const [price] = await node.ask([legacyPrice]);
  return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n };
}

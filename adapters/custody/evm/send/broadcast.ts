import type { ChainRef, SignedTransaction, Hex } from '@interline/kernel';
import type { BroadcastOutcome } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { mergedOutcome, outcomeOfError, outcomeOfResult } from './classify-broadcast.ts';

const mostInOneRequest = 32;

/**
 * Sends each signed transaction to every RPC node of its chain, lower nonces first. Outcomes are in
 * the order given. Never rejects.
 */
export async function broadcast(
  chains: ReadonlyMap<ChainRef, EvmChain>,
  signedTransactions: readonly SignedTransaction[],
): Promise<readonly BroadcastOutcome[]> {
  const outcomes = new Map<SignedTransaction, BroadcastOutcome>();
  const byChain = Map.groupBy(signedTransactions.filter(isComplete), ({ chain }) => chain);

  await Promise.all(
    [...byChain].map(async ([chain, ours]) => {
      const client = chains.get(chain)?.client;
      if (client === undefined) return;
      const ordered = ours.toSorted((a, b) => a.slot - b.slot);
      const perNode = await Promise.all(client.nodes.map((node) => sendAll(client, node, ordered)));
      ordered.forEach((signedTransaction, index) => {
        outcomes.set(
          signedTransaction,
          mergedOutcome(perNode.map((ofNode) => ofNode[index] ?? 'unknown')),
        );
      });
    }),
  );
  return signedTransactions.map(
    (signedTransaction) => outcomes.get(signedTransaction) ?? 'unknown',
  );
}

type CompleteTransaction = SignedTransaction & { readonly raw: Hex };

// A transaction that still waits for its remote signer is not sent; its outcome stays `unknown`.
function isComplete(
  signedTransaction: SignedTransaction,
): signedTransaction is CompleteTransaction {
  return signedTransaction.raw !== null;
}

async function sendAll(
  client: ChainClient,
  node: RpcNode,
  signedTransactions: readonly CompleteTransaction[],
): Promise<readonly BroadcastOutcome[]> {
  const outcomes: BroadcastOutcome[] = [];
  for (let from = 0; from < signedTransactions.length; from += mostInOneRequest) {
    const part = signedTransactions.slice(from, from + mostInOneRequest);
    outcomes.push(...(await sendPart(client, node, part)));
  }
  return outcomes;
}

async function sendPart(
  client: ChainClient,
  node: RpcNode,
  part: readonly CompleteTransaction[],
): Promise<readonly BroadcastOutcome[]> {
  try {
    return await node.ask(part.map(sendCall));
  } catch (error) {
    // A lost response does not show what the node did with the bytes.
    if (error instanceof RpcFault) client.noteFault(node, error);
    return part.map(() => 'unknown');
  }
}

function sendCall({ raw, hash }: CompleteTransaction): RpcCall<BroadcastOutcome> {
  return {
    method: 'eth_sendRawTransaction',
    params: [raw],
    read: (result) => outcomeOfResult(result, hash),
    readError: outcomeOfError,
  };
}

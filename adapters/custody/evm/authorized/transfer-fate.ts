import { type Address, asHex, type Hex } from '@interline/kernel';
import type { AuthorizedTransfer, AuthorizedTransferPort, TransferFate } from '@interline/ports';
import { readUint } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askAlike, askEach, enoughOf } from '../rpc/ask-each.ts';
import { headNumber, heightWord } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { rangesIn, topicOf } from '../rpc/log-ranges.ts';
import { readAddress, readHash, readList, readRecord, readSafeNumber } from '../rpc/read-fields.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { ethCall } from '../rpc/state-calls.ts';
import { readTransfers } from '../watch/transfers.ts';
import { conclusiveAnswers } from './conclusive-answers.ts';
import { cancelledTopic, stateCall, usedTopic } from './authorization-text.ts';

/** Of ten blocks each where a node serves that few at once. */
const logRequestsAtMost = 40;

interface Place {
  readonly topic: Hex;
  readonly hash: Hex;
  readonly block: number;
  readonly blockHash: Hex;
}

/** See `AuthorizedTransferPort.fateOf`. */
export async function transferFate(
  chain: EvmChain,
  senders: ReadonlySet<Address>,
  transfer: AuthorizedTransfer,
  { block: from, head: leastHead }: Looked,
  signal: AbortSignal,
): Promise<TransferFate> {
  const told = await askEach(
    chain.client,
    async (node) => {
      const [to] = await node.ask([headNumber]);
      const isUsed = await isUsedOn(node, transfer, to);
      const places = isUsed ? await placesOn(chain, node, transfer, { from, leastHead, to }) : [];
      return { isUsed, isBehind: to < leastHead, places };
    },
    signal,
  );
  if (conclusiveAnswers(chain, told).every(({ isUsed }) => !isUsed)) return { kind: 'unused' };
  const places = told.flatMap(({ said }) => said.places);
  for (const place of new Map(places.map((one) => [one.blockHash + one.topic, one])).values()) {
    const shown = await agreedAt(chain, { transfer, place, senders }, signal);
    if (shown === 'spent') return { kind: shown };
    if (shown !== null)
      return { kind: 'made', hash: place.hash, block: place.block, isOurs: shown === 'made-by-us' };
  }
  return { kind: 'unknown' };
}

type Looked = Parameters<AuthorizedTransferPort['fateOf']>[1];

/** At that height: one machine of a provider may be a block behind the one that told the head. */
async function isUsedOn(
  node: RpcNode,
  transfer: AuthorizedTransfer,
  head: number,
): Promise<boolean> {
  const asked = { to: transfer.token, data: stateCall(transfer) };
  const [answer] = await node.ask([ethCall(asked, heightWord(head))]);
  const state = answer.ok ? readUint(answer.data) : null;
  // Not that it is unused: a machine without the state of then has no code there either.
  if (state === null) throw garbage('the token did not say whether an authorization is used');
  return state === 1n;
}

/** What made ours fail lies before that: a node that serves few blocks at once shows it there. */
async function placesOn(
  { logRanges }: EvmChain,
  node: RpcNode,
  { token, from: payer, nonce }: AuthorizedTransfer,
  range: { readonly from: number; readonly leastHead: number; readonly to: number },
): Promise<readonly Place[]> {
  const topics = [[usedTopic, cancelledTopic], topicOf(payer), nonce] as const;
  for (const { from, to } of rangesIn(range)) {
    const { logs } = await logRanges.read(
      node,
      [{ address: token, topics }],
      { from, to },
      logRequestsAtMost,
    );
    if (logs.length > 0)
      return logs.flatMap(({ topics: [topic], hash, block, blockHash }) =>
        topic === undefined
          ? []
          : [{ topic, hash: asHex(hash), block, blockHash: asHex(blockHash) }],
      );
  }
  return [];
}

type Shown = 'made' | 'made-by-us' | 'spent' | null;

interface Sought {
  readonly transfer: AuthorizedTransfer;
  readonly place: Place;
  /** Our relayer's accounts, former ones too. */
  readonly senders: ReadonlySet<Address>;
}

/** What that transaction did by the authorization, where enough nodes show it alike; else null. */
async function agreedAt(
  { client }: Pick<EvmChain, 'client'>,
  sought: Sought,
  signal: AbortSignal,
): Promise<Shown> {
  const told = await askAlike(
    client,
    async (node) => (await node.ask([shownCall(sought)]))[0],
    (shown) => shown,
    signal,
  );
  const enough = enoughOf(client);
  for (const kind of ['made', 'made-by-us', 'spent'] as const)
    if (told.filter(({ said }) => said === kind).length >= enough) return kind;
  return null;
}

/** Null where the node has the transaction in another block, or in none. */
function shownCall({ transfer, place, senders }: Sought): RpcCall<Shown> {
  return {
    method: 'eth_getTransactionReceipt',
    params: [place.hash],
    read(result) {
      if (result === null) return null;
      const { blockHash, logs, from, to } = readRecord(result);
      if (readHash(blockHash) !== place.blockHash) return null;
      const shown = shownIn(logs, transfer);
      // What payers have us call may carry it too: our own payments call the token.
      const isOurs =
        senders.has(readAddress(from)) && to !== null && readAddress(to) === transfer.token;
      return shown === 'made' && isOurs ? 'made-by-us' : shown;
    },
  };
}

/**
 * The token names the nonce and moves the money in its very next log. What stands elsewhere in the
 * transaction is another transfer, which must not count for this one too.
 */
function shownIn(
  logs: unknown,
  { token, from, to, units, nonce }: AuthorizedTransfer,
): 'made' | 'spent' | null {
  const list = readList(logs).map(readRecord);
  for (const { address, topics, logIndex } of list) {
    if (readAddress(address) !== token) continue;
    const [topic, payer, used] = readList(topics).map(readHash);
    if (payer !== topicOf(from) || used !== nonce) continue;
    if (topic === cancelledTopic) return 'spent';
    if (topic !== usedTopic) continue;
    const next = readSafeNumber(logIndex) + 1;
    const isMade = readTransfers(list).some(
      (one) =>
        one.logIndex === next &&
        one.token === token &&
        one.from === from &&
        one.to === to &&
        one.units === units,
    );
    return isMade ? 'made' : 'spent';
  }
  return null;
}

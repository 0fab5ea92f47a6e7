import {
  answer,
  type ChainRef,
  evmAddress,
  type Hex,
  permitKeyText,
  refuse,
  accountRoles,
} from '@interline/kernel';
import type { BroadcastOutcome, CustodyPort } from '@interline/ports';
import { accounts } from './model-accounts.ts';
import type { ModelChain } from './model-chain.ts';
import { historyBy } from './model-history.ts';
import { balancesBy, holdingsBy } from './model-holdings.ts';
import { healthyNode, type ModelNode, NodeView } from './model-node.ts';
import {
  arrivalsBy,
  consumerBy,
  fateBy,
  headBy,
  noncesBy,
  type Nodes,
  observeBy,
  paymentsBy,
  readerOf,
  shownAlikeBy,
} from './model-reading.ts';
import { actionIn, bumpBy, prepareBy } from './model-requests.ts';
import { createHash } from 'node:crypto';

export { accounts, modelToken } from './model-accounts.ts';
export { healNode, type ModelNode } from './model-node.ts';

export interface ModelCustody extends CustodyPort {
  /** The first that answers is read, the others are asked for what it owes. */
  nodesOf(this: void, chain: ChainRef): readonly ModelNode[];
  /** While true, broadcasts are lost on the way and their answers too. */
  losesBroadcasts: boolean;
  /**
   * The next reading of balances is answered when this resolves, with what was so when it was
   * asked.
   */
  nextAnswer: Promise<void> | null;
  /** While true, no approval can be revoked. */
  refusesRevocations: boolean;
  /** Most that a replacement offers per gas, on every chain. */
  feeCap: bigint;
}

/**
 * Custody of model chains, as honest as the real one: what is not in a block is not said to be, and
 * all of a reading is of one block.
 */
export function modelCustody(
  chains: ReadonlyMap<ChainRef, ModelChain>,
  confirmations: number,
  nodes: number,
): ModelCustody {
  const nodesByChain = new Map(
    [...chains.keys()].map((ref) => [ref, Array.from({ length: nodes }, healthyNode)]),
  );
  const nodesOf = (ref: ChainRef): readonly ModelNode[] => nodesByChain.get(ref) ?? [];
  const chainOf = (ref: ChainRef): ModelChain => {
    const chain = chains.get(ref);
    if (chain === undefined) throw new Error(`the model has no chain ${ref}`);
    return chain;
  };
  const viewsOf = (ref: ChainRef): Nodes =>
    nodesOf(ref).map((node) => new NodeView(chainOf(ref), node));
  const sceneOf = (ref: ChainRef) => ({ chain: chainOf(ref), nodes: viewsOf(ref) });
  const custody: ModelCustody = {
    losesBroadcasts: false,
    nextAnswer: null,
    refusesRevocations: false,
    feeCap: 10n ** 30n,
    nodesOf,
    chains: [...chains.keys()],
    roles: () => accountRoles,
    account: (_chain, role) => accounts[role],
    fundingAddress: () => accounts.float,
    usualGas: () => 150_000n,
    roleOf: (account) => accountRoles.find((role) => accounts[role] === account) ?? null,
    doesSame: (_chain, one, other) => one['data'] === other['data'],
    former: [],
    digestOf: (data) => `0x${createHash('sha256').update(JSON.stringify(data)).digest('hex')}`,
    verifyPermit: async (permit) => {
      const reader = readerOf(permit.chain, viewsOf(permit.chain));
      const { timestampSec } = reader.head;
      if (reader.latest('balances').spentPermits.has(permitKeyText(permit)))
        return refuse('PERMIT_USED', 'the permit is spent');
      if (permit.deadline <= timestampSec)
        return refuse('PERMIT_EXPIRED', 'the permit is past its deadline');
      return answer({ digest: '0x00', chainTimeSec: timestampSec });
    },
    isSignedByOwner: async () => true,
    payerState: () => Promise.reject(new Error('the model signs no requests')),
    hasCode: async () => false,
    permitWord: async () => 0n,
    batchExecutor: evmAddress('0x00000000000000000000000000000000000ba7c4'),
    mergesTransactions: () => false,
    groupsAtMost: () => 40,
    prepareAccount: async () => null,
    prepareMerged: () => Promise.reject(new Error('the model merges nothing')),
    prepare: async (intent) =>
      intent.kind === 'revoke' && custody.refusesRevocations
        ? refuse('SIMULATION_FAILED', 'the approval cannot be revoked')
        : prepareBy(sceneOf(intent.kind === 'pull' ? intent.permit.chain : intent.chain), intent),
    seal({ transactionId, movements }, prepared, nonce, nowMs) {
      const { chain, account, tx } = prepared;
      const text = JSON.stringify([
        chain,
        account,
        nonce,
        tx.data,
        transactionId,
        String(tx.maxFeeRate),
      ]);
      const raw: Hex = `0x${Buffer.from(text).toString('hex')}`;
      const hash: string = `0x${createHash('sha256').update(raw).digest('hex')}`;
      return {
        hash,
        transactionId,
        movements,
        chain,
        account,
        slot: nonce,
        raw,
        tx,
        committedAtMs: nowMs,
      };
    },
    sign: async (signedTransaction) => signedTransaction,
    bump: async (last, ownFeeRateCap) =>
      bumpBy(sceneOf(last.chain), last, { ownFeeRateCap, feeRateCap: custody.feeCap }),
    async broadcast(signedTransactions) {
      return signedTransactions.map(({ chain, hash, account, slot, tx }): BroadcastOutcome => {
        const isHeard = nodesOf(chain).some((one) => !one.isSilent);
        if (custody.losesBroadcasts || !isHeard) return 'unknown';
        return chainOf(chain).offer({
          hash,
          from: account,
          nonce: slot,
          action: actionIn(String(tx['data'])),
          fee: tx.maxFeeRate,
          tip: tx.tip,
          gasLimit: tx.gasLimit,
        })
          ? 'accepted'
          : 'unknown';
      });
    },
    observe: async (ref, watched) => observeBy(ref, viewsOf(ref), watched),
    headWith: async (ref, heights) => headBy(ref, viewsOf(ref), heights),
    shownAlike: async (ref, mined) => shownAlikeBy(viewsOf(ref), mined),
    consumerOf: async (watched, search) =>
      consumerBy(viewsOf(watched.transaction.chain), watched, search),
    fateOf: async (permit, unspentAt) => fateBy(viewsOf(permit.chain), permit, unspentAt),
    accountHistory: async (ref, search) => historyBy(viewsOf(ref), search),
    arrivals: async (ref, hash, { to }) =>
      arrivalsBy(ref, viewsOf(ref), { hash, to }, confirmations),
    refundsSince: async () => ({ arrivals: [], isWhole: true }),
    // Nothing is taken through an approval but by the call itself.
    takenBetween: async () => 0n,
    paymentsSince: async (ref, search) => paymentsBy(ref, viewsOf(ref), search),
    slotsTaken: async (ref, account) => readerOf(ref, viewsOf(ref)).nonce(account),
    slotsConfirmed: async (ref, account) =>
      readerOf(ref, viewsOf(ref))
        .blockBelow(confirmations - 1)
        .state.nonces.get(account) ?? 0,
    queue: async (ref, account) => noncesBy(ref, viewsOf(ref), account),
    async balances(ref, books) {
      const { isPriced } = chainOf(ref);
      const read = balancesBy(ref, viewsOf(ref), books, { confirmations, isPriced });
      const answered = custody.nextAnswer;
      custody.nextAnswer = null;
      await answered;
      return read;
    },
    holdings: async (ref, books, { block, otherThan }) =>
      holdingsBy(ref, viewsOf(ref), books, {
        ...(otherThan === undefined ? {} : { otherThan }),
        isPriced: chainOf(ref).isPriced,
        ...(block === undefined ? { confirmations } : { block }),
      }),
  };
  return custody;
}

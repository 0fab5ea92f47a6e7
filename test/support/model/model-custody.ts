import {
  type AccountRole,
  answer,
  asUnits,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  type ExpectedTransfer,
  type Hex,
  nativeAddress,
  permitKeyText,
  type RailOutcome,
  refuse,
  RelayError,
  type SignedPermit,
  type TxFields,
  unplaced,
} from '@interline/kernel';
import type {
  BroadcastOutcome,
  CustodyPort,
  TransactionRequest,
  TransactionReading,
  PermitFate,
  Prepared,
  SlotConsumer,
  SlotSearch,
  WatchedTransaction,
} from '@interline/ports';
import type { ModelAction, ModelChain, ModelReceipt } from './model-chain.ts';
import { historyOf } from './model-history.ts';
import { createHash } from 'node:crypto';

export const accounts: Readonly<Record<AccountRole, EvmAddress>> = {
  spender: evmAddress(`0x5e${'0'.repeat(38)}`),
  float: evmAddress(`0xf1${'0'.repeat(38)}`),
};

/** The one token of every model chain. */
export const modelToken = evmAddress(`0x70${'0'.repeat(38)}`);

/** More than any test spends; the model's gas is free. */
const coins = asUnits(10n ** 24n);

/** One configured node: what it keeps back while its head and its state are as new as any. */
export interface ModelNode {
  isSilent: boolean;
  servesReceipts: boolean;
  /** Transactions by their hash. */
  servesTransactions: boolean;
  /** Old states and full blocks. */
  servesHistory: boolean;
}

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
  feeCapWei: bigint;
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
  const healthyNodes = (): readonly ModelNode[] =>
    Array.from({ length: nodes }, () => ({ ...healthy }));
  const nodesByChain = new Map([...chains.keys()].map((ref) => [ref, healthyNodes()]));
  const nodesOf = (ref: ChainRef): readonly ModelNode[] => nodesByChain.get(ref) ?? [];
  const chainOf = (ref: ChainRef): ModelChain => {
    const chain = chains.get(ref);
    if (chain === undefined) throw new Error(`the model has no chain ${ref}`);
    return chain;
  };
  const custody: ModelCustody = {
    losesBroadcasts: false,
    nextAnswer: null,
    refusesRevocations: false,
    feeCapWei: 10n ** 30n,
    nodesOf,
    chains: [...chains.keys()],
    account: (role) => accounts[role],
    former: [],
    digestOf: (data) => `0x${createHash('sha256').update(JSON.stringify(data)).digest('hex')}`,
    verifyPermit: async (permit) => {
      const chain = chainOf(permit.chain);
      if (chain.isSpent(permitKeyText(permit))) return refuse('PERMIT_USED', 'the permit is spent');
      if (permit.deadline <= chain.head.timestampSec)
        return refuse('PERMIT_EXPIRED', 'the permit is past its deadline');
      return answer({ digest: '0x00', chainTimeSec: chain.head.timestampSec });
    },
    isSignedByOwner: async () => true,
    payerState: () => Promise.reject(new Error('the model signs no requests')),
    hasCode: async () => false,
    permitWord: async () => 0n,
    batchExecutor: evmAddress('0x00000000000000000000000000000000000ba7c4'),
    usesMulticalls: () => false,
    prepareDelegation: async () => null,
    prepareMulticall: () => Promise.reject(new Error('the model merges nothing')),
    prepare: async (intent) =>
      intent.kind === 'revoke' && custody.refusesRevocations
        ? refuse('SIMULATION_FAILED', 'the approval cannot be revoked')
        : prepare(chainOf, intent),
    seal({ transactionId, movements }, prepared, nonce, nowMs) {
      const { chain, account, tx } = prepared;
      const text = JSON.stringify([
        chain,
        account,
        nonce,
        tx.data,
        transactionId,
        String(tx.maxFeePerGas),
      ]);
      const raw: Hex = `0x${Buffer.from(text).toString('hex')}`;
      const hash: Hex = `0x${createHash('sha256').update(raw).digest('hex')}`;
      return {
        hash,
        transactionId,
        movements,
        chain,
        account,
        nonce,
        raw,
        tx,
        committedAtMs: nowMs,
      };
    },
    sign: async (signedTransaction) => signedTransaction,
    async bump({ chain, tx }, ownCapWei) {
      const offeredWei = tx.maxFeePerGas;
      const capWei =
        ownCapWei !== null && ownCapWei > custody.feeCapWei ? ownCapWei : custody.feeCapWei;
      if (2n * offeredWei <= capWei)
        return { kind: 'dearer', tx: { ...tx, maxFeePerGas: 2n * offeredWei } };
      const neededWei = chainOf(chain).baseFee;
      return offeredWei < neededWei
        ? { kind: 'capped', offeredWei, neededWei, capWei }
        : { kind: 'enough' };
    },
    async broadcast(signedTransactions) {
      return signedTransactions.map(({ chain, hash, account, nonce, tx }): BroadcastOutcome => {
        if (custody.losesBroadcasts) return 'unknown';
        return chainOf(chain).offer({
          hash,
          from: account,
          nonce,
          action: actionIn(tx.data),
          fee: tx.maxFeePerGas,
        })
          ? 'accepted'
          : 'unknown';
      });
    },
    async observe(ref, watched) {
      const chain = chainOf(ref);
      const { number, hash, timestampSec } = chain.head;
      const nodesNow = nodesOf(ref).filter((one) => !one.isSilent);
      if (nodesNow.length === 0) throw new RelayError('CHAIN_UNREACHABLE', { chain: ref });
      const transactions = watched.map((one) => readingOf(chain, nodesNow, one));
      return { chain: ref, block: number, blockHash: hash, timestampSec, transactions };
    },
    consumerOf: async (watched, search) => {
      const { chain } = watched.transaction;
      return consumerOf(chainOf(chain), nodesOf(chain), watched, search);
    },
    accountHistory: async (ref, search) =>
      historyOf(chainOf(ref), nodesOf(ref), search, { token: modelToken, dataOf, transfersOf }),
    fateOf: async (permit) => fateOf(chainOf(permit.chain), nodesOf(permit.chain), permit),
    arrivals: () => Promise.reject(new Error('the model has no upstreams')),
    refundsSince: () => Promise.reject(new Error('the model has no upstreams')),
    // Nothing is taken through an approval but by the call itself.
    takenBetween: async () => 0n,
    paymentsSince: async (ref, { from, to, sinceSec }) => chainOf(ref).payments(from, to, sinceSec),
    accountNonce: async (ref, account) => chainOf(ref).nonce(account),
    confirmedNonce: async (ref, account) =>
      chainOf(ref)
        .below(confirmations - 1)
        .state.nonces.get(account) ?? 0,
    async nonces(ref, account) {
      const pending = chainOf(ref).pendingNonce(account);
      return { mined: chainOf(ref).nonce(account), pending, leastPending: pending };
    },
    async balances(ref, books) {
      const block = chainOf(ref).below(confirmations - 1);
      const answered = custody.nextAnswer;
      custody.nextAnswer = null;
      await answered;
      return books.map((book) => ({
        book,
        block: block.number,
        units:
          book.token === nativeAddress
            ? coins
            : asUnits(block.state.balances.get(book.account) ?? 0n),
      }));
    },
  };
  return custody;
}

function prepare(
  chainOf: (ref: ChainRef) => ModelChain,
  intent: TransactionRequest,
): RailOutcome<readonly Prepared[]> {
  switch (intent.kind) {
    case 'call':
      return prepareCall(chainOf(intent.chain), intent);
    case 'revoke':
      return answer([prepared(chainOf(intent.chain), 'approve', 'spender', approves, null)]);
    case 'noop':
      return answer([prepared(chainOf(intent.chain), 'noop', intent.role, { kind: 'noop' }, null)]);
    case 'pull':
      return preparePull(
        chainOf(intent.permit.chain),
        intent.permit,
        accounts[intent.to],
        intent.pendingUnits,
      );
    case 'payout': {
      const chain = chainOf(intent.chain);
      const from = accounts[intent.role];
      if (chain.balance(from) < intent.units)
        return refuse('SIMULATION_FAILED', 'our account holds too little');
      if (chain.refused.has(from) || chain.refused.has(intent.to))
        return refuse('SIMULATION_FAILED', 'the recipient refuses');
      if (chain.burning.has(intent.to))
        return refuse('GAS_CEILING', `the ${intent.purpose} would take 10421023 gas`);
      return answer([
        prepared(
          chain,
          intent.purpose,
          intent.role,
          { kind: 'transfer', to: intent.to, units: intent.units },
          { token: intent.token, from, to: intent.to, units: intent.units },
        ),
      ]);
    }
  }
}

/**
 * An allowance is not counted: what an approval does is that the call behind it takes the units.
 */
const approves: ModelAction = { kind: 'approve' };

/**
 * One that takes what its approval allows, to the address it calls; it reverts while that is
 * refused.
 */
function prepareCall(
  chain: ModelChain,
  { to, approve }: Extract<TransactionRequest, { kind: 'call' }>,
): RailOutcome<readonly Prepared[]> {
  if (approve === undefined)
    return refuse('SIMULATION_FAILED', 'the model knows no calls without an approval');
  return answer([
    prepared(chain, 'approve', 'spender', approves, null),
    prepared(chain, 'call', 'spender', { kind: 'transfer', to, units: approve.units }, null),
  ]);
}

function preparePull(
  chain: ModelChain,
  permit: SignedPermit,
  to: EvmAddress,
  pendingUnits: bigint,
): RailOutcome<readonly Prepared[]> {
  const key = permitKeyText(permit);
  const left = chain.balance(permit.owner) - permit.units;
  if (chain.isSpent(key) || chain.refused.has(permit.owner) || left < pendingUnits)
    return refuse('SIMULATION_FAILED', 'the pull would revert');
  if (chain.burning.has(permit.owner))
    return refuse('GAS_CEILING', 'the pull would take 10457119 gas');
  const action: ModelAction = {
    kind: 'pull',
    permit: key,
    owner: permit.owner,
    to,
    units: permit.units,
    deadlineSec: Number(permit.deadline),
  };
  return answer([
    prepared(chain, 'pull', 'spender', action, {
      token: permit.token,
      from: permit.owner,
      to,
      units: permit.units,
    }),
  ]);
}

function prepared(
  chain: ModelChain,
  purpose: Prepared['purpose'],
  role: AccountRole,
  action: ModelAction,
  expects: ExpectedTransfer | null,
): Prepared {
  const tx: TxFields = {
    to: action.kind === 'noop' ? accounts[role] : modelToken,
    data: dataOf(action),
    valueWei: 0n,
    gasLimit: 100_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
  };
  return {
    purpose,
    chain: chain.ref,
    role,
    account: accounts[role],
    tx,
    expects,
    block: chain.head.number,
    accountNonce: chain.pendingNonce(accounts[role]),
  };
}

function dataOf(action: ModelAction): Hex {
  return `0x${Buffer.from(JSON.stringify(action, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))).toString('hex')}`;
}

function actionIn(data: Hex): ModelAction {
  const text = Buffer.from(data.slice(2), 'hex').toString();
  // CAST: written by `dataOf`.
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && /^[0-9]+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ModelAction;
}

const healthy: Readonly<ModelNode> = {
  isSilent: false,
  servesReceipts: true,
  servesTransactions: true,
  servesHistory: true,
};

export function healNode(node: ModelNode): void {
  Object.assign(node, healthy);
}

function readingOf(
  chain: ModelChain,
  nodes: readonly ModelNode[],
  watched: WatchedTransaction,
): TransactionReading {
  const { transaction, hashes } = watched;
  const found = hashes.map((hash) => chain.receipt(hash)).find((one) => one !== null) ?? null;
  const isServedByAny = nodes.some((one) => one.servesReceipts);
  // What brings money is believed of the node that is read only.
  const isServed =
    transaction.purpose === 'pull' ? nodes[0]?.servesReceipts === true : isServedByAny;
  const isKnown = isServedByAny || nodes.some((one) => one.servesTransactions);
  return {
    transactionId: transaction.id,
    isNonceTaken:
      transaction.nonce !== unplaced && chain.nonce(transaction.account) > transaction.nonce,
    mined: found === null || !isServed ? null : minedOf(found, chain.hashAt(found.block)),
    receiptOwed: found === null || isServed || !isKnown ? null : found.tx.hash,
  };
}

/** As many as the real one wants to agree. */
function enoughOf(nodes: readonly ModelNode[]): number {
  return Math.min(2, nodes.length);
}

function consumerOf(
  chain: ModelChain,
  nodes: readonly ModelNode[],
  watched: WatchedTransaction,
  { freeAt, takenAt }: SlotSearch,
): SlotConsumer {
  const { transaction, hashes } = watched;
  const range = { from: freeAt ?? 0, to: takenAt ?? chain.head.number };
  const awake = nodes.filter((one) => !one.isSilent);
  if (awake.length < enoughOf(nodes)) return { kind: 'unseen', reason: 'node-silent', range };
  const found = chain.consumer(transaction.account, transaction.nonce);
  if (found === null) return { kind: 'unseen', reason: 'nodes-disagree', range };
  const isOurs = hashes.includes(found.tx.hash);
  const isSeen = awake.some(
    (one) => one.servesHistory || (isOurs && (one.servesReceipts || one.servesTransactions)),
  );
  if (!isSeen) return { kind: 'unseen', reason: 'history-unserved', range };
  return { kind: 'found', hash: found.tx.hash, block: found.block, head: chain.head.number };
}

function fateOf(chain: ModelChain, nodes: readonly ModelNode[], permit: SignedPermit): PermitFate {
  const range = { from: 0, to: chain.head.number };
  const awake = nodes.filter((one) => !one.isSilent);
  if (awake.length < enoughOf(nodes)) return { kind: 'unseen', reason: 'node-silent', range };
  const spending = chain.spending(permitKeyText(permit));
  if (spending === null) return { kind: 'unspent' };
  const isOurs = spending.tx.from === accounts.spender;
  const isSeen = awake.some((one) => one.servesHistory && (one.servesReceipts || !isOurs));
  if (!isSeen) return { kind: 'unseen', reason: 'history-unserved', range };
  const { hash } = spending.tx;
  if (isOurs) return { kind: 'redeemed', hash };
  return { kind: 'spent-elsewhere', hash, block: spending.block, head: chain.head.number };
}

function minedOf({ tx, block, isSuccess, isEmpty }: ModelReceipt, blockHash: Hex) {
  return {
    hash: tx.hash,
    block,
    blockHash,
    isSuccess,
    gasUsed: 0n,
    gasCostWei: 0n,
    transfers: isSuccess && !isEmpty ? transfersOf(tx) : [],
  };
}

function transfersOf({ from, action }: ModelReceipt['tx']) {
  switch (action.kind) {
    case 'pull':
      return [
        {
          token: modelToken,
          from: evmAddress(action.owner),
          to: evmAddress(action.to),
          units: action.units,
          logIndex: 0,
        },
      ];
    case 'transfer':
      return [
        {
          token: modelToken,
          from: evmAddress(from),
          to: evmAddress(action.to),
          units: action.units,
          logIndex: 0,
        },
      ];
    case 'mint':
    case 'cancel':
    case 'approve':
    case 'noop':
      return [];
  }
}

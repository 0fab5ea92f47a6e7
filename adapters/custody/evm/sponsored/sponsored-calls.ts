import {
  asHex,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  type Hex,
  noUnits,
  RelayError,
} from '@interline/kernel';
import type {
  BalanceChange,
  OperationOutcome,
  PayerAccount,
  SponsoredCallPort,
  TriedCalls,
} from '@interline/ports';
import { keccak256 } from 'ethers/crypto';
import { addressWord, calldata, readUint, word } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { intrinsicGas, ownCeiling, postingGasOf } from '../prepare/gas-limit.ts';
import { least } from '../prepare/market.ts';
import { revertWords } from '../prepare/revert-words.ts';
import { askAlike, askEach, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { headNumber, heightWord } from '../rpc/blocks.ts';
import { rangesIn } from '../rpc/log-ranges.ts';
import { readHash, readRecord } from '../rpc/read-fields.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { answeredUint, codeOf, ethCall, nonceOf, pendingNonceOf } from '../rpc/state-calls.ts';
import { readTransfers } from '../watch/transfers.ts';
import { approvalsIn } from './approvals.ts';
import {
  batchCall,
  delegateAddress,
  delegateCodeHash,
  delegatedCode,
  entryPointAddress,
  entryPointCall,
  getNonceCall,
  handleOpsCall,
  operationTopic,
  readExecuteError,
} from './entry-point.ts';
import { readOutcomes } from './operation-logs.ts';
import { authorizationGas, prepareOperations, prepareRevocation } from './prepare-operations.ts';
import { postingFeeOf } from './posting-fee.ts';
import { simulatedCall } from './simulated-block.ts';
import { signing } from './to-sign.ts';

/**
 * An address without an owner, to which the simulation lends the delegate's code to see whether it
 * runs.
 */
const nobody = evmAddress('0x000000000000000000000000000000000000dead');

/** As long as any signature. */
const anySignature: Hex = `0x${'ff'.repeat(65)}`;

/** Gas that the EntryPoint and the signature check add to the calls. */
const entryPointGas = 45_000n;
/** Code can make nodes return one byte of logs per gas: three megabytes per transaction. */
const bundleGas = 3_000_000n;
/** Gas of the EntryPoint's slot for a nonce key that the account has not used before. */
const newNonceKeyGas = 17_100n;

/** Payers' calls on all EVM chains, sent by the spender account. */
export function sponsoredCalls(
  chains: ReadonlyMap<ChainRef, EvmChain>,
  relayer: EvmAddress,
  ours: readonly EvmAddress[],
): SponsoredCallPort {
  const chainOf = (ref: ChainRef): EvmChain => {
    const chain = chains.get(ref);
    if (chain === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain: ref }, `custody has no chain ${ref}`);
    return chain;
  };
  /** Chains that have shown everything needed. Contracts and opcodes do not disappear. */
  const served = new Set<ChainRef>();
  return {
    ...signing,
    chains: [...chains.keys()],
    entryPoint: entryPointAddress,
    delegate: delegateAddress,
    delegateCodeHash,
    relayer,
    forbidden: [...ours, entryPointAddress],
    async isServed(ref, signal) {
      if (served.has(ref)) return true;
      const isThere = await chainOf(ref).client.read(async (node) => {
        const [code, entryPoint, ran] = await node.ask([
          codeOf(delegateAddress),
          codeOf(entryPointAddress),
          runsDelegate,
        ]);
        return keccak256(code) === delegateCodeHash && entryPoint !== '0x' && ran;
      }, signal);
      if (isThere) served.add(ref);
      return isThere;
    },
    accountAt: (ref, account, nonceKey, signal) =>
      readAccount(chainOf(ref), account, nonceKey, signal),
    feeCall: ({ token, units }) => ({
      to: token,
      value: noUnits,
      data: calldata('0xa9059cbb', addressWord(relayer), word(units)),
    }),
    batchOf: batchCall,
    approvalsIn,
    tryCalls: (ref, account, callData, signal) => tryCalls(chainOf(ref), account, callData, signal),
    async costAlone(operation, gas, signal) {
      const chain = chainOf(operation.chain);
      const bytes = handleOpsCall([{ operation, signature: anySignature }], relayer);
      const [{ baseFee, tip }, per512Bytes, besideGas] = await Promise.all([
        chain.market(signal),
        chain.postingGas(signal),
        postingFeeOf(chain, bytes, signal),
      ]);
      const posting = postingGasOf(bytes, per512Bytes, chain.costs);
      const beside = operation.delegates
        ? authorizationGas
        : isFirstOfKey(operation.nonce)
          ? newNonceKeyGas
          : 0n;
      return (gas + entryPointGas + beside + posting) * (baseFee + tip) + besideGas;
    },
    callGasFor(ref, gas) {
      const most = ownCeiling(chainOf(ref).costs, 'sponsor');
      // Code that detects a simulation uses little gas there and all of this in a block. `gas`
      // includes the base and bytes of a separate transaction, which the calls do not need, and so
      // has a margin already.
      return gas > most ? null : least((gas * 5n) / 4n, most);
    },
    bundleGasAtMost: (ref) => bundleGas * chainOf(ref).costs.gasFactor,
    prepare: (ref, operations, signal) =>
      prepareOperations({ chain: chainOf(ref), relayer, signing, signal }, operations),
    prepareRevocation: (ref, authorization, signal) =>
      prepareRevocation({ chain: chainOf(ref), relayer, signal }, authorization),
    outcomesIn: (ref, mined, operations, signal) =>
      outcomesIn(chainOf(ref), mined, operations, signal),
    async foundElsewhere(ref, operation, { relayer: paid, ...range }, signal) {
      const chain = chainOf(ref);
      const places = await placesShown(chain, operation.hash, range, signal);
      for (const place of places) {
        const mined = { ...place, relayer: paid };
        const [outcome] = (await outcomesIn(chain, mined, [operation], signal)) ?? [];
        if (outcome != null) return { ...outcome, elsewhere: place.hash };
      }
      if (places.length > 0) throw tooFewNodes(ref, 'how a sponsored call ended');
      return null;
    },
    isNonceUsed: (ref, operation, head, signal) =>
      isNonceUsed(chainOf(ref), operation, head, signal),
  };
}

/** A nonce consists of its key and a counter in the low 64 bits. */
function isFirstOfKey(nonce: bigint): boolean {
  return BigInt.asUintN(64, nonce) === 0n;
}

async function outcomesIn(
  { client }: Pick<EvmChain, 'client'>,
  mined: Parameters<SponsoredCallPort['outcomesIn']>[1],
  operations: Parameters<SponsoredCallPort['outcomesIn']>[2],
  signal: AbortSignal,
): Promise<Outcomes> {
  const told = await askAlike(
    client,
    async (node) => (await node.ask([outcomesCall(mined, operations)]))[0],
    wordsOf,
    signal,
  );
  const enough = enoughOf(client);
  const agreed = told.find(
    ({ said }) =>
      said !== null &&
      told.filter((other) => wordsOf(other.said) === wordsOf(said)).length >= enough,
  );
  return agreed?.said ?? null;
}

/** Ten blocks each, 400 in all: an operation that is sent again is given up after ten minutes. */
const logRequestsAtMost = 40;

/**
 * The transactions that carried the operation according to the EntryPoint's event; at most one is
 * real. Any node's logs count, so that a node whose logs lag does not make the operation a failed
 * one.
 */
async function placesShown(
  { client, logRanges }: Pick<EvmChain, 'client' | 'logRanges'>,
  hash: Hex,
  { block: from, head: leastHead }: { readonly block: number; readonly head: number },
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const filter = { address: entryPointAddress, topics: [operationTopic, hash] } as const;
  const told = await askEach(
    client,
    async (node) => {
      const [to] = await node.ask([headNumber]);
      for (const range of rangesIn({ from, leastHead, to })) {
        const { logs, downTo } = await logRanges.read(node, [filter], range, logRequestsAtMost);
        if (logs.length > 0)
          return logs.map((log) => ({ hash: asHex(log.hash), blockHash: asHex(log.blockHash) }));
        if (downTo > range.from)
          throw new RpcFault('error-answer', 'the node serves too few logs at once');
      }
      return [];
    },
    signal,
  );
  if (told.length < enoughOf(client)) throw tooFewNodes(client.chain, 'how a sponsored call ended');
  const places = told.flatMap(({ said }) => said);
  return [...new Map(places.map((place) => [`${place.hash}/${place.blockHash}`, place])).values()];
}

async function isNonceUsed(
  { client }: Pick<EvmChain, 'client'>,
  { account, nonce }: Parameters<SponsoredCallPort['isNonceUsed']>[1],
  leastHead: number,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = { to: entryPointAddress, data: getNonceCall(account, nonce >> 64n) };
  const told = await askEach(
    client,
    async (node) => {
      const [head] = await node.ask([headNumber]);
      // At the height of its head: one machine of a provider may be a block behind the machine that
      // reported the head.
      const [next] = await node.ask([ethCall(asked, heightWord(head))]);
      return { isUsed: (answeredUint(next) ?? 0n) > nonce, isBehind: head < leastHead };
    },
    signal,
  );
  const counted = told.filter(({ said }) => said.isUsed || !said.isBehind);
  if (counted.length < enoughOf(client))
    throw tooFewNodes(client.chain, 'whether the nonce of a sponsored call is used');
  return counted.some(({ said }) => said.isUsed);
}

interface Place {
  readonly hash: Hex;
  readonly blockHash: Hex;
}

type Outcomes = readonly (OperationOutcome | null)[] | null;

/** Null if the node has the transaction in another block, or in none. */
function outcomesCall(
  { hash, blockHash, relayer }: Parameters<SponsoredCallPort['outcomesIn']>[1],
  sought: Parameters<typeof readOutcomes>[1],
): RpcCall<Outcomes> {
  return {
    method: 'eth_getTransactionReceipt',
    params: [hash],
    isSizedByGas: true,
    read(result) {
      if (result === null) return null;
      const receipt = readRecord(result);
      if (readHash(receipt.blockHash) !== blockHash) return null;
      return readOutcomes(receipt.logs, sought, relayer);
    },
  };
}

function wordsOf(said: Outcomes): string | null {
  if (said === null) return null;
  return said
    .map((one) => (one === null ? '-' : `${one.isSuccess}/${one.gasUsed}/${one.feePaid}`))
    .join();
}

const delegateRun = simulatedCall({ from: nobody, to: nobody, data: entryPointCall }, [nobody]);

/** Whether delegated code runs at another address and is the supported one. */
const runsDelegate: RpcCall<boolean> = {
  ...delegateRun,
  read(result) {
    const call = delegateRun.read(result);
    return call.isSuccess && readUint(call.returned) === BigInt(entryPointAddress);
  },
  // A node that cannot simulate a block cannot say what an operation would do.
  readError: () => false,
};

async function readAccount(
  { client }: Pick<EvmChain, 'client'>,
  account: EvmAddress,
  nonceKey: bigint,
  signal: AbortSignal,
): Promise<PayerAccount> {
  const [code, nonce, pending, operationNonce] = await client.read(
    (node) =>
      node.ask([
        codeOf(account),
        nonceOf(account),
        pendingNonceOf(account),
        ethCall({ to: entryPointAddress, data: getNonceCall(account, nonceKey) }),
      ]),
    signal,
  );
  const next = operationNonce.ok ? readUint(operationNonce.data) : null;
  if (next === null)
    throw new RelayError('CHAIN_UNREACHABLE', {}, 'the EntryPoint did not answer on this chain');
  return {
    code: code === '0x' ? 'none' : code.toLowerCase() === delegatedCode ? 'delegated' : 'foreign',
    nonce,
    pendingNonce: Math.max(nonce, pending ?? nonce),
    operationNonce: next,
  };
}

async function tryCalls(
  { client, costs }: Pick<EvmChain, 'client' | 'costs'>,
  account: EvmAddress,
  data: Hex,
  signal: AbortSignal,
): Promise<TriedCalls> {
  // Twice what they may take: enough to refuse those that take too much with a reason, and no node
  // runs for long.
  const gas: Hex = `0x${(2n * ownCeiling(costs, 'sponsor') + intrinsicGas(data)).toString(16)}`;
  const message = { from: entryPointAddress, to: account, data, gas };
  const call = await client.read(
    async (node) => (await node.ask([simulatedCall(message, [account])]))[0],
    signal,
  );
  if (call.isSuccess)
    return { ok: true, gas: call.gasUsed, changes: changesOf(call.logs, account) };
  const failed = readExecuteError(call.returned);
  return failed === null
    ? { ok: false, call: null, why: revertWords(call.returned) }
    : { ok: false, call: failed.call, why: revertWords(failed.revert) };
}

/** Transfers of ERC-20 tokens, by their logs. */
function changesOf(logs: readonly unknown[], account: EvmAddress): readonly BalanceChange[] {
  const changes = new Map<BalanceChange['token'], bigint>();
  for (const { token, from, to, units } of readTransfers(logs)) {
    const change = (to === account ? units : 0n) - (from === account ? units : 0n);
    changes.set(token, (changes.get(token) ?? 0n) + change);
  }
  return [...changes]
    .filter(([, units]) => units !== 0n)
    .map(([token, units]) => ({ token, units }));
}

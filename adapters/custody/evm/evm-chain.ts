import {
  type ChainRef,
  evmAddress,
  type Address,
  type EvmAddress,
  isNative,
  type TokenList,
} from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import type { EvmChainSettings } from './evm-custody-settings.ts';
import { FreshValue } from './fresh-value.ts';
import { type ChainCosts, costsOf } from './prepare/chain-costs.ts';
import { type Market, marketMaxAgeMs, marketOf, readFees } from './prepare/market.ts';
import { postingGasMaxAgeMs, postingGasOfNodes, readPostingGas } from './prepare/gas-limit.ts';
import { TriedTokens } from './prepare/tried-tokens.ts';
import { ChainClient, type ChainRead } from './rpc/chain-client.ts';
import { NodeTransport } from './rpc/node-transport.ts';
import { promptAnswers } from './rpc/prompt-answers.ts';
import { ReachedHeads } from './rpc/reached-heads.ts';
import type { RpcFault } from './rpc/rpc-fault.ts';
import { RpcNode } from './rpc/rpc-node.ts';
import { LogRanges } from './rpc/log-ranges.ts';
import { BlockScans } from './watch/block-scans.ts';
import { RefundSearches } from './watch/refund-searches.ts';
import { AgreedReceipts } from './watch/agreed-receipts.ts';
import { SharedHead } from './watch/shared-head.ts';
import { CanonicalBlocks } from './watch/canonical-blocks.ts';

/** Our two accounts, with the same addresses on every chain. */
export interface Accounts {
  readonly spender: EvmAddress;
  readonly float: EvmAddress;
}

/**
 * Facts on which two nodes can contradict each other: the block at a height, how a transaction
 * ended, what took a slot, or what spent a permit.
 */
export type Contradicted = 'block' | 'receipt' | 'consumer' | 'permit';

/** The state that custody keeps for one chain. */
export interface EvmChain {
  readonly ref: ChainRef;
  readonly chainId: number;
  readonly client: ChainClient;
  readonly heads: ReachedHeads;
  readonly costs: ChainCosts;
  readonly confirmations: number;
  /** The greatest depth at which any reading is repeated: what lies deeper is final. */
  readonly finalDepth: number;
  /** Whether the deployment merges transactions into multicalls on this chain. */
  readonly usesMulticalls: boolean;
  /** Token contracts that our accounts may hold on this chain. */
  readonly tokens: readonly Address[];
  readonly log: Log;
  /** What each node has shown of its canonical blocks. */
  readonly canonical: CanonicalBlocks;
  /**
   * The head with the blocks below it. All callers share one reading, which lasts until the next
   * block is due.
   */
  readonly shared: SharedHead;
  /** Receipts on which two nodes agree. */
  readonly agreed: AgreedReceipts;
  readonly logRanges: LogRanges;
  readonly scans: BlockScans;
  readonly refundSearches: RefundSearches;
  /** Tokens whose payments work with the least gas, as a second node has shown. */
  readonly triedTokens: TriedTokens;
  /** Logs and counts that two nodes contradict each other. */
  contradicted(about: Contradicted, one: RpcNode, other: RpcNode): void;
  /** Logs and counts an invalid answer about one transaction; the node keeps serving the others. */
  oddAnswer(this: void, node: RpcNode, fault: RpcFault): void;
  market(signal: AbortSignal, maxAgeMs?: number): Promise<Market>;
  postingGas(signal: AbortSignal): Promise<bigint>;
  close(): Promise<void>;
}

interface Surroundings {
  readonly spender: EvmAddress;
  readonly tokens: Pick<TokenList, 'on'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onRead: (read: ChainRead) => void;
  readonly onContradiction: (chain: ChainRef) => void;
}

const defaultDeadlineMs = 5_000;
const defaultMaxBatch = 64;
const maxResponseBytes = 4 * 1024 * 1024;
/** A receipt has about one byte of logs per gas, and no transaction has 17,000,000 gas. */
const largestResponseBytes = 32 * 1024 * 1024;
const connectionsPerNode = 8;

/**
 * A persistent contradiction recurs at every reading, so the same one is logged at most this often.
 */
const sameLogMs = 60_000;
const advice =
  'two RPC nodes, named by their places in the config, show different chains; take out the one that is wrong';

export function openChain(
  settings: EvmChainSettings,
  { spender, tokens, clock, log, onRead, onContradiction }: Surroundings,
): EvmChain {
  const { chain, chainId, confirmations = 1, countsAt = [], rpcUrls } = settings;
  const costs = costsOf(chainId, settings.maxFeePerGasWei, settings.gasCeilings);
  const limits = {
    deadlineMs: settings.deadlineMs ?? defaultDeadlineMs,
    maxResponseBytes,
    largestResponseBytes,
    connections: connectionsPerNode,
  };
  const transports = rpcUrls.map(
    (url, index) => new NodeTransport(url, `node ${index + 1} of ${chain}`, limits),
  );
  const nodes = transports.map(
    (transport, index) =>
      new RpcNode(
        { number: index + 1, chainId, maxBatch: settings.maxBatch ?? defaultMaxBatch },
        transport,
        clock,
      ),
  );

  const loggedMs = new Map<string, number>();
  const isNews = (key: string): boolean => {
    const nowMs = clock.monotonic();
    if (nowMs - (loggedMs.get(key) ?? Number.NEGATIVE_INFINITY) < sameLogMs) return false;
    loggedMs.set(key, nowMs);
    return true;
  };
  const client = new ChainClient(chain, nodes, {
    clock,
    log,
    onRead,
  });
  const life = new AbortController();
  const finalDepth = Math.max(confirmations, ...countsAt);
  const logRanges = new LogRanges();
  const allFees = promptAnswers(client, clock, readFees);
  const allPosting = promptAnswers(client, clock, (node) => readPostingGas(node, spender));
  const market = new FreshValue(async () => marketOf(await allFees(life.signal), costs), clock);
  const postingGas = new FreshValue(
    async () => postingGasOfNodes(await allPosting(life.signal)),
    clock,
  );

  return {
    ref: chain,
    chainId,
    client,
    heads: new ReachedHeads(client, clock),
    confirmations,
    finalDepth,
    log,
    canonical: new CanonicalBlocks(),
    shared: new SharedHead(clock),
    agreed: new AgreedReceipts([...countsAt, confirmations]),
    logRanges,
    scans: new BlockScans(clock),
    refundSearches: new RefundSearches(logRanges, clock, { confirmations, finalDepth }),
    triedTokens: new TriedTokens(clock),
    contradicted(about, one, other) {
      onContradiction(chain);
      const [node = 0, next = 0] = [one.number, other.number].sort((a, b) => a - b);
      if (isNews(`${about}/${node}/${next}`))
        log.error('nodes-contradict', { chain, about, node, other: next, advice });
    },
    oddAnswer({ number: node }, { kind: fault }) {
      onContradiction(chain);
      if (isNews(`${fault}/${node}`)) log.warn('node-fault', { chain, node, fault });
    },
    costs,
    tokens: tokens
      .on(chain)
      .filter((token) => !isNative(token))
      .map(({ address }) => evmAddress(address)),
    usesMulticalls: settings.usesMulticalls ?? false,
    market: (signal, maxAgeMs = marketMaxAgeMs) => client.guarded(market.get(maxAgeMs), signal),
    postingGas: (signal) => client.guarded(postingGas.get(postingGasMaxAgeMs), signal),
    async close() {
      life.abort();
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
}

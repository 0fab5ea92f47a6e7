import { type ChainRef, type Address, type Hex, RelayError } from '@interline/kernel';
import type { ChainReader, ChainTime, Clock } from '@interline/ports';
import type { EvmChain } from './evm-chain.ts';
import { least } from './prepare/market.ts';
import { headBlock } from './rpc/blocks.ts';
import { askAlike, enoughOf, tooFewNodes } from './rpc/ask-each.ts';
import { type CallAnswer, ethCall, type Message } from './rpc/state-calls.ts';

/** Runs code that is not deployed on any chain. */
export interface CodeRunner {
  /**
   * Runs the code as a contract creation at the head and returns its return data; null when it
   * reverts. Nothing is stored. With two nodes configured, both must return the same. Throws
   * `CHAIN_UNREACHABLE`.
   */
  runCode(chain: ChainRef, code: Hex, signal: AbortSignal): Promise<Hex | null>;
}

/** The reads of one chain that rails and quotes may make. */
interface ReadableChain {
  /** Null where the call reverts; throws `CHAIN_UNREACHABLE`. */
  call(to: Address, data: Hex, signal: AbortSignal): Promise<Hex | null>;
  runCode(code: Hex, signal: AbortSignal): Promise<Hex | null>;
  /** At base fee and tip, at most some seconds old. */
  gasCost(gas: bigint, signal: AbortSignal): Promise<bigint>;
  /** Epoch milliseconds. */
  headTimeMs(signal: AbortSignal): Promise<number>;
  isUp(): boolean;
}

/**
 * Read-only access to the chains over custody's RPC nodes. `gasCost` adds the posting of 512 bytes
 * where the chain counts it as gas (Arbitrum, Mantle). What OP-stack chains charge for posting in
 * addition to gas is not included.
 */
export function evmChainReader(
  chains: ReadonlyMap<ChainRef, ReadableChain>,
): ChainReader & ChainTime & CodeRunner {
  const chainOf = (ref: ChainRef): ReadableChain => {
    const chain = chains.get(ref);
    if (chain === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain: ref }, `no node is configured for ${ref}`);
    return chain;
  };
  return {
    call: async (ref, to, data, signal) => chainOf(ref).call(to, data, signal),
    runCode: async (ref, code, signal) => chainOf(ref).runCode(code, signal),
    gasCost: async (ref, gas, signal) => chainOf(ref).gasCost(gas, signal),
    headTimeMs: async (ref, signal) => chainOf(ref).headTimeMs(signal),
    isUp: (ref) => chains.get(ref)?.isUp() ?? false,
  };
}

const gasPriceMaxAgeMs = 3_000;
const probeAfterMs = 5_000;
/** How long a failed read marks the chain as down, unless another read succeeds. */
const downForMs = 30_000;
/**
 * Maximum lag of the second node. An order on a chain that only one node follows would wait for the
 * second.
 */
const mostHeldUpSec = 120;

/** The read-only side of one chain. */
export function readableChain(chain: EvmChain, clock: Clock): ReadableChain {
  const never = new AbortController().signal;
  let isProbing = false;
  const probe = async (): Promise<void> => {
    isProbing = true;
    await chain.client
      .read(async (node) => {
        const [head] = await node.ask([headBlock]);
        await chain.heads.upTo(node, head, never);
      }, never)
      .catch(() => undefined);
    isProbing = false;
  };

  const answerOf = async (message: Message, signal: AbortSignal): Promise<Hex | null> => {
    const [answered] = await chain.client.read((node) => node.ask([ethCall(message)]), signal);
    return answered.ok ? answered.data : null;
  };

  return {
    call: (to, data, signal) => answerOf({ to, data }, signal),
    async runCode(data, signal) {
      const told = await askAlike(
        chain.client,
        async (node) => (await node.ask([ethCall({ data })]))[0],
        wordsOf,
        signal,
      );
      const agreed = told.find(
        ({ said }) =>
          told.filter((other) => wordsOf(other.said) === wordsOf(said)).length >=
          enoughOf(chain.client),
      );
      if (agreed === undefined) throw tooFewNodes(chain.ref, 'what code answers');
      return agreed.said.ok ? agreed.said.data : null;
    },
    async gasCost(gas, signal) {
      const [{ lowBaseFee, tip }, postingGas] = await Promise.all([
        chain.market(signal, gasPriceMaxAgeMs),
        chain.postingGas(signal),
      ]);
      // A single node reports this figure; the bound keeps it from making every transfer too
      // expensive.
      return (gas + least(postingGas, chain.costs.mostPostingGas)) * (lowBaseFee + tip);
    },
    async headTimeMs(signal) {
      const [{ timestampSec }] = await chain.client.read((node) => node.ask([headBlock]), signal);
      return timestampSec * 1_000;
    },
    // Only a failure marks a chain as down. A chain that was not read for a while is probed in the
    // background and counts as up until then, because an instance that only takes requests may read
    // nothing for hours.
    isUp() {
      const last = chain.client.lastOutcome;
      const ageMs = last === null ? Infinity : clock.monotonic() - last.atMs;
      // Other reads do not show how far the nodes have come.
      const isDue =
        ageMs > probeAfterMs || (chain.client.nodes.length > 1 && chain.heads.ageMs > probeAfterMs);
      if (isDue && !isProbing) void probe();
      const answers = last === null || last.isSuccess || ageMs > downForMs;
      return answers && chain.heads.heldUpSec <= mostHeldUpSec;
    },
  };
}

function wordsOf(answered: CallAnswer): string {
  return answered.ok ? answered.data : 'reverted';
}

import type { Clock } from '@interline/ports';
import type { ReadableChain } from '../../chain-reader/evm-chain-reader.ts';
import type { EvmChain } from './evm-chain.ts';
import { ethCall } from './rpc/eth-call.ts';
import { headBlock, headNumber } from './rpc/head-block.ts';

const gasPriceMaxAgeMs = 3_000;
const probeAfterMs = 5_000;
/** How long a failed reading counts against the chain where none follows it. */
const downForMs = 30_000;

/** The read-only side of a chain that custody shares with rails and quotes. */
export function readableChain(chain: EvmChain, clock: Clock): ReadableChain {
  const never = new AbortController().signal;
  let isProbing = false;
  const probe = async (): Promise<void> => {
    isProbing = true;
    await chain.client.read((node) => node.ask([headNumber]), never).catch(() => undefined);
    isProbing = false;
  };

  return {
    async call(to, data, signal) {
      const [answered] = await chain.client.read(
        (node) => node.ask([ethCall({ to, data })]),
        signal,
      );
      return answered.ok ? answered.data : null;
    },
    async weiPerGas(signal) {
      const { lowBaseFee, tip } = await chain.market(signal, gasPriceMaxAgeMs);
      return lowBaseFee + tip;
    },
    async headTimeMs(signal) {
      const [{ timestampSec }] = await chain.client.read((node) => node.ask([headBlock]), signal);
      return timestampSec * 1_000;
    },
    // Only a failure counts against a chain. One that was not read for a while is asked in the
    // background, and the caller's own reading finds out: an instance that only takes requests may
    // read nothing for hours.
    isUp() {
      const last = chain.client.lastOutcome;
      const ageMs = last === null ? Infinity : clock.monotonic() - last.atMs;
      if (ageMs > probeAfterMs && !isProbing) void probe();
      return last === null || last.isSuccess || ageMs > downForMs;
    },
  };
}

import type { ChainReader, ChainRef, Hex } from '@interline/plugins';

/**
 * The chains' answers in a test; `calls` is keyed by `<chain>/<contract>/<call data>`, and unlisted
 * calls revert.
 */
export interface ChainScript {
  readonly calls: Readonly<Record<string, Hex | Error>>;
  readonly feeRate: bigint | Error;
  readonly silent: readonly ChainRef[];
}

export function scriptedChains({ calls, feeRate, silent }: ChainScript): ChainReader {
  return {
    call: async (chain, to, data, signal) => {
      signal.throwIfAborted();
      const said = calls[`${chain}/${to}/${data}`];
      if (said instanceof Error) throw said;
      return said ?? null;
    },
    gasCost: async (_chain, gas, signal) => {
      signal.throwIfAborted();
      if (feeRate instanceof Error) throw feeRate;
      return gas * feeRate;
    },
    isUp: (chain) => !silent.includes(chain),
  };
}

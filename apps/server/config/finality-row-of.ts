import { evmChain, finalityOf, type FinalityRow, productionFinality } from '@interline/kernel';

/** What a chain of a config says of its finality; the chain's own figures stand for the rest. */
export interface ConfiguredFinality {
  readonly chainId: number;
  readonly confirmations?:
    number | { readonly tiers: FinalityRow['tiers']; readonly above: number } | undefined;
  readonly finalDepth?: number | undefined;
}

/** One number stands for every value; tiers say less for small ones. */
export function finalityRowOf({
  chainId,
  confirmations,
  finalDepth,
}: ConfiguredFinality): FinalityRow {
  const standard = finalityOf(productionFinality, evmChain(chainId));
  const asked =
    confirmations === undefined
      ? standard
      : typeof confirmations === 'number'
        ? { tiers: [], confirmations }
        : { tiers: confirmations.tiers, confirmations: confirmations.above };
  return {
    tiers: asked.tiers,
    confirmations: asked.confirmations,
    finalDepth: finalDepth ?? standard.finalDepth,
  };
}

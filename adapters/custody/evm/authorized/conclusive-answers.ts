import type { EvmChain } from '../evm-chain.ts';
import { enoughOf, type NodeTold, tooFewNodes } from '../rpc/ask-each.ts';

/** Whether an authorization is used, as one node shows it at its own head. */
export interface UseAnswer {
  readonly isUsed: boolean;
  /** Its head is below the block in which ours came to nothing. */
  readonly isBehind: boolean;
}

/**
 * The answers that count: from a node that is behind, only "used" is conclusive.
 * Throws if they are too few.
 */
export function conclusiveAnswers<Answer extends UseAnswer>(
  { client, ref }: Pick<EvmChain, 'client' | 'ref'>,
  told: readonly NodeTold<Answer>[],
): readonly Answer[] {
  const counted = told
    .map(({ said }) => said)
    .filter(({ isUsed, isBehind }) => isUsed || !isBehind);
  if (counted.length < enoughOf(client)) throw tooFewNodes(ref, 'whether an authorization is used');
  return counted;
}

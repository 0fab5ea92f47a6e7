import { evmChainId, type Lane } from '@interline/plugins';

/** The lane in chain ids. */
export interface LaneEnds {
  readonly fromChainId: number;
  readonly toChainId: number;
}

/** Null for a lane that is not between two EVM chains. */
export function laneEnds({ from, to }: Lane): LaneEnds | null {
  const [fromChainId, toChainId] = [evmChainId(from), evmChainId(to)];
  return fromChainId === null || toChainId === null || from === to
    ? null
    : { fromChainId, toChainId };
}

import type { Hex, Progress } from '@interline/plugins';

// The states of a transfer in the rail's terms; a hash that the engine does not name is left out.

export function bridging(stage: string): Progress {
  return { status: 'BRIDGING', stage };
}

export function failed(stage: string): Progress {
  return { status: 'FAILED', stage };
}

export function delivered(destTx?: Hex | null): Progress {
  return { status: 'DONE', stage: 'DELIVERED', ...(destTx == null ? {} : { destTx }) };
}

/** The recipient has a token that was not agreed. */
export function deliveredOther(destTx?: Hex | null): Progress {
  return { ...delivered(destTx), status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN' };
}

export function refunded(refundTx?: Hex | null): Progress {
  return { status: 'FAILED', stage: 'REFUNDED', ...(refundTx == null ? {} : { refundTx }) };
}

/** The engine does not know the transfer, or not yet. */
export const notIndexed = bridging('NOT_INDEXED');

import { type ChainRef, RelayError } from '@interline/kernel';
import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/ports';
import type { BitcoinNetwork } from '../network.ts';
import type { ChainTip } from './bitcoin-node.ts';

/** What both adapters of `BitcoinNode` need. */
export interface NodeAccess {
  readonly chain: ChainRef;
  readonly network: BitcoinNetwork;
  readonly http: OutboundHttp;
  /** Deadline of one HTTP request. Default 10 s. */
  readonly deadlineMs?: number;
}

const defaultDeadlineMs = 10_000;
/** A block has at most 4 MB, which is 8 MB in hex. */
const maxResponseBytes = 9 * 1024 * 1024;

/** The response with any status. `CHAIN_UNREACHABLE` where there is no response. */
export async function askNode(
  { chain, http, deadlineMs = defaultDeadlineMs }: NodeAccess,
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  try {
    return await http.request({ ...request, deadlineMs, maxResponseBytes }, signal);
  } catch {
    // No cause: loggers print causes, and a client's error message can contain the URL with its API
    // key.
    throw unreachable(chain, 'the bitcoin node did not answer');
  }
}

export function unreachable(chain: ChainRef, what: string): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', { chain }, what);
}

/** The node still reads old blocks for some of our addresses; it can answer for the others. */
export class StillReading extends RelayError {
  constructor(chain: ChainRef) {
    super(
      'CHAIN_UNREACHABLE',
      { chain },
      "the bitcoin node's wallet is still reading blocks for our addresses",
    );
  }
}

const maxTipReads = 3;

/**
 * Repeats the read until the tip did not move during it, so that the result holds at the given tip.
 */
export async function atOneTip<T>(
  chain: ChainRef,
  readTip: () => Promise<ChainTip>,
  read: (tip: ChainTip) => Promise<T>,
): Promise<T> {
  let tip = await readTip();
  for (let reads = 0; reads < maxTipReads; reads += 1) {
    const found = await read(tip);
    const after = await readTip();
    if (after.hash === tip.hash) return found;
    tip = after;
  }
  throw unreachable(chain, `the chain moved under each of ${maxTipReads} readings`);
}

export function earliest(times: readonly number[]): number | null {
  return times.length === 0 ? null : times.reduce((first, one) => Math.min(first, one));
}

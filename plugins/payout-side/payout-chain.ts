import type {
  ChainRef,
  Fronted,
  JsonObject,
  QuoteRequest,
  RailOutcome,
  Units,
} from '@interline/kernel';
import type { RailContext } from '../rail-context.ts';
import type { PayoutSettings } from './payout-settings.ts';

/** The differences between the chains that a rail pays out on. */
export interface PayoutChain {
  readonly rail: string;
  readonly chain: ChainRef;
  /** The payout's gas in the chain's own unit of inclusion: bytes, operations. */
  payoutGas(request: QuoteRequest): bigint;
  /**
   * Our own coin that the chain locks for the payout and may never release, in its smallest units;
   * zero when left out.
   */
  payoutLocks?(request: QuoteRequest): Units;
  /** The recipient can make the payout impossible at no cost, between pull and payout. */
  readonly isRefusable?: true;
  /** Whether and how the recipient can be paid; checked for the quote and again before the pull. */
  receive(request: QuoteRequest, signal: AbortSignal): Promise<RailOutcome<Receivable>>;
}

export interface Receivable {
  /** The least that the payout may bring, in the destination token's smallest units. */
  readonly least: Units;
  /** The reason, for the refusal of a smaller amount. */
  readonly leastBecause: string;
  readonly note?: string;
  readonly block?: JsonObject;
}

/** What is fixed for the lifetime of a side. */
export interface PayoutSetup {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly on: PayoutChain;
}

/** Gas of a Permit2 transfer into the float, estimated high. */
const pullGas = 120_000n;

/** The pull with what precedes it, and the payout. */
export function frontsOf(
  { on }: PayoutSetup,
  request: QuoteRequest,
  gasAhead: bigint,
  none: Units,
): readonly Fronted[] {
  return [
    { chain: request.lane.from, gas: pullGas + gasAhead, coin: none },
    {
      chain: on.chain,
      gas: on.payoutGas(request),
      coin: on.payoutLocks?.(request) ?? none,
    },
  ];
}

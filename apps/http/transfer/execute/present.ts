import type * as z from 'zod';
import {
  type ExecuteRequest,
  type Execution,
  type RankedOffer,
  receiptOf,
} from '@interline/core/transfer';
import { chainFamily, chainToWire, type QuoteRequest, type Units } from '@interline/kernel';
import { presentAddress, presentTokenAddress } from '../../server/present/present-address.ts';
import { presentRefusal } from '../../server/present/present-error.ts';
import { presentReceipt } from '../status/present.ts';
import { waitsForLive } from '../quote/present.ts';
import { presentFamilyFields } from '../family-fields.ts';
import { presentTransfer } from '../route-request.ts';
import type { dryRun, executeAnswer, executeBody, rankedRail } from './schemas.ts';

type DryWire = z.input<typeof dryRun>;
type Rehearsal = Extract<Execution, { kind: 'dry' }>;
type Terms = Pick<ExecuteRequest, 'quote' | 'mode' | 'minOut' | 'isOperator'>;
type RehearsalSetting = Parameters<typeof waitsForLive>[2];

/** A receipt where a route was started, else what would have been sent. */
export function presentExecution(
  execution: Execution,
  request: Terms,
  setting: RehearsalSetting & {
    readonly basePath: string;
    readonly nowMs: number;
    /** The signed verdict of the mandate that paid. */
    readonly mandateReceipt?: string | null;
  },
): z.input<typeof executeAnswer> {
  if (execution.kind === 'dry') return presentDryRun(execution, request, setting);
  const { route, deposit = null, refundClaim } = execution;
  return {
    ...presentReceipt(receiptOf(route, setting.nowMs, { deposit }), setting.basePath, request),
    ...(refundClaim === undefined ? {} : { refundClaim }),
    ...(setting.mandateReceipt == null ? {} : { mandateReceipt: setting.mandateReceipt }),
  };
}

function presentDryRun(
  { rankedOffers, refusals, note }: Rehearsal,
  request: Terms,
  setting: RehearsalSetting,
): DryWire {
  const [first] = rankedOffers;
  return {
    status: 'DRY',
    broadcast: false,
    wouldSend: first === undefined ? null : wouldSend(first, request, setting),
    rankedRails: presentRankedRails(rankedOffers, request.quote, setting),
    refusals: refusals.map(presentRefusal),
    note,
  };
}

function wouldSend(
  { quote }: RankedOffer,
  { quote: { lane, from, to, recipient }, mode, minOut }: Terms,
  setting: RehearsalSetting,
): DryWire['wouldSend'] {
  return {
    rail: quote.rail,
    bridge: quote.bridge,
    mode: mode === 'rebalance' ? 'self' : mode,
    from: {
      chain: chainToWire(from.chain),
      token: presentTokenAddress(from),
      symbol: from.symbol,
      amount: quote.input.toString(),
    },
    to: {
      chain: chainToWire(to.chain),
      token: presentTokenAddress(to),
      symbol: to.symbol,
      recipient: presentAddress(to.chain, recipient),
      estimated: quote.output.toString(),
      min: (minOut ?? quote.minOutput).toString(),
    },
    svcFee: quote.fee.toString(),
    needsLive: waitsForLive(quote.rail, { lane }, setting),
  };
}

export function presentRankedRails(
  offers: readonly RankedOffer[],
  request: Pick<QuoteRequest, 'lane'>,
  setting: RehearsalSetting,
): z.input<typeof rankedRail>[] {
  return offers.map(({ quote }) => ({
    rail: quote.rail,
    bridge: quote.bridge,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    etaSeconds: quote.durationSec,
    needsLive: waitsForLive(quote.rail, request, setting),
  }));
}

/** What the caller or the solver chose beyond the request, so that execute takes the same offer. */
export interface ExecuteChoices {
  readonly slippage?: number | undefined;
  readonly excludeRails?: readonly string[] | undefined;
  /** The engine broadcasts only with `live: true`. */
  readonly isOptIn: boolean;
}

/** Ready to post once `permit2` is added. */
export function presentExecuteBody(
  request: QuoteRequest,
  minOut: Units,
  { slippage, excludeRails, isOptIn }: ExecuteChoices,
): z.input<typeof executeBody> {
  const { lane, recipient } = request;
  // Nothing is signed there, and an address is issued only where that is asked for.
  const isDeposit = chainFamily(lane.from) === 'bip122';
  return {
    ...presentTransfer(request),
    ...(recipient === null ? {} : { toAddress: presentAddress(lane.to, recipient) }),
    ...presentFamilyFields(request),
    ...(isDeposit ? {} : { mode: 'permit2' as const }),
    minOut: minOut.toString(),
    ...(slippage === undefined ? {} : { slippage }),
    ...(excludeRails === undefined ? {} : { excludeRails: [...excludeRails] }),
    ...(isOptIn || isDeposit ? { live: true } : {}),
  };
}

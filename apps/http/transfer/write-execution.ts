import {
  type ExecuteRequest,
  type Execution,
  type RankedOffer,
  receiptOf,
} from '@interline/core/transfer';
import { chainToWire } from '@interline/kernel';
import { writeAddress, writeTokenAddress } from '../server/present/write-address.ts';
import { writeRefusal } from '../server/present/write-refusal.ts';
import type { dryRun, executeAnswer } from './receipt-schema.ts';
import { writeRankedRails } from './write-ranked-rails.ts';
import { writeReceipt } from './write-receipt.ts';
import type * as z from 'zod';

type DryWire = z.input<typeof dryRun>;
type Rehearsal = Extract<Execution, { kind: 'dry' }>;
type Terms = Pick<ExecuteRequest, 'quote' | 'mode' | 'minOut'>;

/** A receipt where a route was started, else what would have been sent. */
export function writeExecution(
  execution: Execution,
  request: Terms,
  setting: { readonly basePath: string; readonly nowMs: number },
): z.input<typeof executeAnswer> {
  return execution.kind === 'route'
    ? writeReceipt(receiptOf(execution.route, setting.nowMs), setting.basePath)
    : writeDryRun(execution, request);
}

function writeDryRun({ rankedOffers, refusals, note }: Rehearsal, request: Terms): DryWire {
  const [first] = rankedOffers;
  return {
    status: 'DRY',
    broadcast: false,
    wouldSend: first === undefined ? null : wouldSend(first, request),
    rankedRails: writeRankedRails(rankedOffers),
    refusals: refusals.map(writeRefusal),
    note,
  };
}

function wouldSend(
  { quote }: RankedOffer,
  { quote: { from, to, recipient }, mode, minOut }: Terms,
): DryWire['wouldSend'] {
  return {
    rail: quote.rail,
    bridge: quote.bridge,
    mode,
    from: {
      chain: chainToWire(from.chain),
      token: writeTokenAddress(from),
      symbol: from.symbol,
      amount: quote.input.toString(),
    },
    to: {
      chain: chainToWire(to.chain),
      token: writeTokenAddress(to),
      symbol: to.symbol,
      recipient: writeAddress(to.chain, recipient),
      estimated: quote.output.toString(),
      min: (minOut ?? quote.minOutput).toString(),
    },
    svcFee: quote.fee.toString(),
  };
}

import type * as z from 'zod';
import {
  type ComparedOffer,
  effectiveFeePct,
  lostUnits,
  type RouteQuote,
} from '@interline/core/transfer';
import {
  chainToWire,
  evmChainId,
  type Quote,
  quoteOnlyReason,
  type QuoteRequest,
  standardFeeBps,
  type Units,
} from '@interline/kernel';
import {
  isGasless,
  isUnpullable,
  presentAddress,
  presentTokenAddress,
} from '../../server/present/present-address.ts';
import { needsRecipient } from '../route-request.ts';
import type { comparedOffer, quoteAnswer } from './schemas.ts';

type QuoteWire = z.input<typeof quoteAnswer>;

/**
 * The Quote of the wire. `floor` is the minimum that was agreed, where it is not the quote's own.
 */
export function presentQuote(
  { best, bestOf, compared, blocks, deposit, loss }: RouteQuote,
  request: QuoteRequest,
  floor: Units = best.minOutput,
): QuoteWire {
  const { from, to, recipient } = request;
  const reason = unreadyReason(best, request);
  return {
    // CAST: an engine's own facts under its name; the schema documents the known ones. The
    // service's fields come after and win.
    ...(blocks as Readonly<Record<string, never>>),
    gasless: isGasless(from),
    from: {
      chain: chainToWire(from.chain),
      token: presentTokenAddress(from),
      symbol: from.symbol,
      amount: best.input.toString(),
    },
    to: {
      chain: chainToWire(to.chain),
      token: presentTokenAddress(to),
      symbol: to.symbol,
      estimated: best.output.toString(),
      min: floor.toString(),
      recipient: recipient === null ? null : presentAddress(to.chain, recipient),
    },
    bridge: best.bridge,
    via: [...best.via],
    bestOf,
    compared: compared.map((offer) => presentComparedOffer(offer, best, request)),
    durationSec: best.durationSec,
    svcRouteFeeBps: standardFeeBps,
    svcRouteFee: best.fee.toString(),
    ...(loss === undefined
      ? {}
      : {
          lost: lostUnits(loss, best.input).toString(),
          effectiveFeePct: effectiveFeePct(loss),
          effectiveFeeBasis: loss.basis,
        }),
    quoteOnly: reason !== null,
    executeReady: reason === null,
    ...(reason === null ? {} : { quoteOnlyReason: reason }),
    ...(deposit === undefined
      ? {}
      : {
          deposit: {
            confirmations: deposit.confirmations,
            lockSeconds: Math.floor(deposit.lockMs / 1_000),
            minAmount: deposit.least.toString(),
          },
        }),
    ...(blocks[best.rail]?.['createsAccount'] === true ? { createsAccount: true as const } : {}),
    note: noteOf(best, request, reason),
  };
}

/** Why a price cannot be executed; null where it can. */
export function unreadyReason(best: Quote, { from, lane }: QuoteRequest): string | null {
  if (best.kind === 'indicative') return best.reason;
  const corridor = quoteOnlyReason(lane);
  if (corridor !== null) return corridor;
  return isUnpullable(from)
    ? `${from.symbol} is the chain's own coin and cannot be pulled with a permit; wrap it and send the wrapped token as fromToken`
    : null;
}

function noteOf(best: Quote, request: QuoteRequest, reason: string | null): string {
  const step = reason === null ? nextStep(request) : 'a price only; it cannot be executed';
  const isBeyondEvm = [request.lane.from, request.lane.to].some((c) => evmChainId(c) === null);
  const note =
    best.note === undefined
      ? step
      : reason === null && isBeyondEvm
        ? `${best.note}; ${step}`
        : best.note;
  return needsRecipient(request)
    ? `${note}; recipient is null because no toAddress was named${reason === null ? ': execute needs one' : ''}`
    : note;
}

function nextStep(request: QuoteRequest): string {
  if (evmChainId(request.lane.from) === null)
    return 'executable: POST /api/route/execute with live: true answers with where to send the funds';
  return evmChainId(request.lane.to) === null
    ? 'executable: POST /api/agent/do answers with what to sign, and execute broadcasts with live: true only'
    : 'executable: POST /api/agent/do answers with what to sign';
}

function presentComparedOffer(
  { rail, quote, refusal }: ComparedOffer,
  best: Quote,
  request: QuoteRequest,
): z.input<typeof comparedOffer> {
  if (quote === null) {
    const { code, reason } = refusal ?? { code: 'NO_ROUTE', reason: 'no price' };
    return {
      rail,
      ok: false,
      estOut: '0',
      etaSeconds: null,
      best: false,
      quoteOnly: false,
      errorCode: code,
      reason,
    };
  }
  return {
    rail,
    ok: true,
    estOut: quote.output.toString(),
    etaSeconds: quote.durationSec,
    best: quote === best,
    quoteOnly: unreadyReason(quote, request) !== null,
  };
}

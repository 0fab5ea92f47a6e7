import type * as z from 'zod';
import {
  type ComparedOffer,
  type EffectiveFee,
  effectiveFee,
  effectiveFeePct,
  lostUnits,
  ownTightnessOf,
  type RailRefusal,
  type RouteQuote,
} from '@interline/core/transfer';
import {
  chainFamily,
  chainToWire,
  type JsonObject,
  noUnits,
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
import type { comparedOffer, fees, quoteAnswer } from './schemas.ts';

type QuoteWire = z.input<typeof quoteAnswer>;

interface QuoteSetting {
  /** Whether an engine broadcasts only with `live: true`. */
  readonly isOptIn: (engine: string) => boolean;
  /** The minimum that was agreed; the quote's own where left out. */
  readonly floor?: Units;
}

/** The Quote of the wire: what an execute of the same request does, and what makes it do that. */
export function presentQuote(
  answer: RouteQuote,
  request: QuoteRequest,
  setting: QuoteSetting,
): QuoteWire {
  const { best, bestOf, compared, blocks, deposit, prices } = answer;
  const { from, to, recipient } = request;
  const { floor = best.minOutput } = setting;
  const reason = unreadyReason(best, request);
  const loss = lossOf(best, request, prices);
  const { floatlane } = blocks;
  return {
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
    compared: compared.map((offer) => presentComparedOffer(offer, answer, request, setting)),
    durationSec: best.durationSec,
    svcRouteFeeBps: standardFeeBps,
    svcRouteFee: best.fee.toString(),
    fees: partsOf(best, loss),
    ...(loss === null
      ? {}
      : {
          lost: lostUnits(loss, best.input).toString(),
          effectiveFeePct: effectiveFeePct(loss),
          effectiveFeeBasis: loss.basis,
        }),
    quoteOnly: reason !== null,
    executeReady: reason === null,
    ...(reason === null
      ? { execute: presentTerms(best, request, floor, setting) }
      : { quoteOnlyReason: reason }),
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
    note: noteOf(answer, request, setting, reason),
    // CAST: the rail's own facts, in the shape that the spec gives them.
    ...(floatlane === undefined ? {} : { floatlane: floatlane as QuoteWire['floatlane'] }),
  };
}

/** Why a price cannot be executed; null where it can. */
export function unreadyReason(best: Quote, { from, lane, slippage }: QuoteRequest): string | null {
  if (best.kind === 'indicative') return best.reason;
  const corridor = quoteOnlyReason(lane);
  if (corridor !== null) return corridor;
  return isUnpullable(from)
    ? `${from.symbol} is the chain's own coin: it settles not by permit, only in the operator's mode "self"; wrap it and send the wrapped token as fromToken`
    : (ownTightnessOf(best, slippage)?.reason ?? null);
}

/** Our charge in its parts, and what the engine takes where par is known. */
export function partsOf(
  { fee, gasFee = noUnits, input }: Quote,
  loss: EffectiveFee | null,
): z.input<typeof fees> {
  return {
    service: (fee - gasFee).toString(),
    gas: gasFee.toString(),
    ...(loss === null || loss.basis === 'charge'
      ? {}
      : { engine: (lostUnits(loss, input) - fee).toString() }),
  };
}

function lossOf(
  quote: Quote,
  request: QuoteRequest,
  prices: RouteQuote['prices'],
): EffectiveFee | null {
  return prices === undefined ? null : effectiveFee(request, quote, prices);
}

/** What the caller pays to an address of ours is issued one only where that is asked for. */
export function waitsForLive(
  engine: string,
  { lane }: Pick<QuoteRequest, 'lane'>,
  { isOptIn }: Pick<QuoteSetting, 'isOptIn'>,
): boolean {
  return isOptIn(engine) || isDeposited(lane);
}

function isDeposited({ from }: QuoteRequest['lane']): boolean {
  return chainFamily(from) === 'bip122';
}

function presentTerms(
  best: Quote,
  request: QuoteRequest,
  floor: Units,
  setting: QuoteSetting,
): QuoteWire['execute'] {
  return {
    ...(isDeposited(request.lane) ? {} : { mode: 'permit2' as const }),
    ...(waitsForLive(best.rail, request, setting) ? { live: true } : {}),
    minOut: floor.toString(),
  };
}

function noteOf(
  answer: RouteQuote,
  request: QuoteRequest,
  setting: QuoteSetting,
  reason: string | null,
): string {
  const { best } = answer;
  const step = reason === null ? nextStep(answer, request, setting) : `a price only: ${reason}`;
  const note = best.note === undefined ? step : `${best.note}; ${step}`;
  return needsRecipient(request)
    ? `${note}; recipient is null because no toAddress was named${reason === null ? ': execute needs one' : ''}`
    : note;
}

function nextStep(answer: RouteQuote, request: QuoteRequest, setting: QuoteSetting): string {
  if (isDeposited(request.lane))
    return 'executable: POST /api/route/execute with live: true answers with where to send the funds';
  const step = 'executable: POST /api/agent/do answers with what to sign';
  const { best, compared } = answer;
  if (!waitsForLive(best.rail, request, setting))
    return `${step}, and execute broadcasts by default`;
  const other = compared.find(
    ({ quote }) =>
      quote?.kind === 'firm' &&
      !waitsForLive(quote.rail, request, setting) &&
      unreadyReason(quote, request) === null,
  )?.quote;
  const without =
    other == null
      ? 'rehearses'
      : `takes ${other.rail}, which brings ${other.output} and at least ${other.minOutput}`;
  return `${step}, and execute broadcasts it with live: true only; without it execute ${without}`;
}

function presentComparedOffer(
  { rail, quote, refusal }: ComparedOffer,
  { best, blocks, prices }: RouteQuote,
  request: QuoteRequest,
  setting: QuoteSetting,
): z.input<typeof comparedOffer> {
  const needsLive = waitsForLive(rail, request, setting);
  const facts = factsOf(rail, blocks);
  if (quote === null) {
    const { code, reason, retryAfterMs }: Omit<RailRefusal, 'rail'> = refusal ?? {
      code: 'NO_ROUTE',
      reason: 'no price',
    };
    return {
      rail,
      ok: false,
      estOut: '0',
      needsLive,
      etaSeconds: null,
      best: false,
      quoteOnly: false,
      errorCode: code,
      reason,
      ...facts,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  const reason = unreadyReason(quote, request);
  return {
    rail,
    ok: true,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    fees: partsOf(quote, lossOf(quote, request, prices)),
    needsLive,
    etaSeconds: quote.durationSec,
    best: quote === best,
    quoteOnly: reason !== null,
    ...(reason === null ? {} : { reason }),
    ...facts,
  };
}

/** The float lane's fields are at the top of the quote, where the spec has them. */
function factsOf(rail: string, blocks: RouteQuote['blocks']): { readonly facts?: JsonObject } {
  const block = rail === 'floatlane' ? undefined : blocks[rail];
  return block === undefined ? {} : { facts: block };
}

import {
  chainFamily,
  isRelayError,
  type Lane,
  quoteOnlyReason,
  type QuoteRequest,
  readAmount,
  readSlippage,
  RelayError,
  type TokenList,
} from '@interline/kernel';
import { readAddress } from '../server/parse/read-address.ts';
import { readChain, readServedChain } from '../server/parse/read-chain.ts';
import type { RouteRequestWire } from './route-request-schema.ts';

/**
 * From the wire's RouteRequest to the domain's words. `token` stands for both sides; the explicit
 * names win.
 */
export function readRouteRequest(wire: RouteRequestWire, tokens: TokenList): QuoteRequest {
  const slippage = readSlippage(wire.slippage);
  const amount = readAmount(wire.amount);
  const lane = {
    from: readServedChain(wire.fromChain, 'fromChain', tokens),
    to: readServedChain(wire.toChain, 'toChain', tokens),
  };
  return {
    lane,
    from: tokens.resolve(lane.from, ...namedBy(wire, 'fromToken')),
    to: tokens.resolve(lane.to, ...namedBy(wire, 'toToken')),
    amount,
    payer:
      wire.fromAddress === undefined
        ? null
        : readAddress(lane.from, wire.fromAddress, 'fromAddress'),
    recipient: recipientOf(wire, lane),
    slippage,
  };
}

/**
 * The same for a request that would move value: a corridor nobody can settle says so, whether or
 * not its tokens are listed.
 */
export function readTransfer(wire: RouteRequestWire, tokens: TokenList): QuoteRequest {
  try {
    return readRouteRequest(wire, tokens);
  } catch (error) {
    const reason =
      isRelayError(error) && error.code === 'UNROUTABLE_LANE' ? corridorReason(wire) : null;
    throw reason === null
      ? error
      : new RelayError('UNSUPPORTED_DIRECTION', {}, reason, { cause: error });
  }
}

/** Throws as reading the request did where a chain's name is one that nobody knows. */
function corridorReason({ fromChain, toChain }: RouteRequestWire): string | null {
  return quoteOnlyReason({
    from: readChain(fromChain, 'fromChain'),
    to: readChain(toChain, 'toChain'),
  });
}

/** What a side's token is called, and the field that says so. */
function namedBy(
  wire: RouteRequestWire,
  side: 'fromToken' | 'toToken',
): [name: string | undefined, field: string] {
  const explicit = wire[side];
  return explicit === undefined && wire.token !== undefined
    ? [wire.token, 'token']
    : [explicit, side];
}

/**
 * `toAddress` defaults to `fromAddress`, where an address of one chain means the same on the other.
 */
function recipientOf(wire: RouteRequestWire, lane: Lane): string | null {
  if (wire.toAddress !== undefined) return readAddress(lane.to, wire.toAddress, 'toAddress');
  if (wire.fromAddress === undefined || chainFamily(lane.from) !== chainFamily(lane.to))
    return null;
  return readAddress(lane.to, wire.fromAddress, 'fromAddress');
}

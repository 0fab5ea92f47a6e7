import { chainFamily, type Lane, type QuoteRequest, readAmount, readSlippage, type TokenList } from '@interline/domain';
import type { RouteRequestWire } from '../wire/route-request.ts';
import { readAddress } from './read-address.ts';
import { readChain } from './read-chain.ts';

/** From the wire's RouteRequest to the domain's words. `token` stands for both sides; the explicit names win. */
export function readRouteRequest(wire: RouteRequestWire, tokens: TokenList): QuoteRequest {
  const slippage = readSlippage(wire.slippage);
  const amount = readAmount(wire.amount);
  const lane = { from: readChain(wire.fromChain, 'fromChain'), to: readChain(wire.toChain, 'toChain') };
  return {
    lane,
    from: tokens.resolve(lane.from, ...namedBy(wire, 'fromToken')),
    to: tokens.resolve(lane.to, ...namedBy(wire, 'toToken')),
    amount,
    payer: wire.fromAddress === undefined ? null : readAddress(lane.from, wire.fromAddress, 'fromAddress'),
    recipient: recipientOf(wire, lane),
    slippage,
  };
}

/** What a side's token is called, and the field that says so. */
function namedBy(wire: RouteRequestWire, side: 'fromToken' | 'toToken'): [name: string | undefined, field: string] {
  const explicit = wire[side];
  return explicit === undefined && wire.token !== undefined ? [wire.token, 'token'] : [explicit, side];
}

/** `toAddress` defaults to `fromAddress`, where an address of one chain means the same on the other. */
function recipientOf(wire: RouteRequestWire, lane: Lane): string | null {
  if (wire.toAddress !== undefined) return readAddress(lane.to, wire.toAddress, 'toAddress');
  if (wire.fromAddress === undefined || chainFamily(lane.from) !== chainFamily(lane.to)) return null;
  return readAddress(lane.to, wire.fromAddress, 'fromAddress');
}

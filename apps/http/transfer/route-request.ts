import * as z from 'zod';
import {
  chainFamily,
  type ChainRef,
  chainToWire,
  isRelayError,
  type Lane,
  quoteOnlyReason,
  type QuoteRequest,
  readAmount,
  readSlippage,
  RelayError,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import { parseAddress, parseChain, parseServedChain } from '../server/parse/parse-address.ts';
import { badField, shown } from '../server/parse/parse-shape.ts';
import { presentTokenAddress } from '../server/present/present-address.ts';
import { queryFields, requestFields as field } from '../server/schemas/fields.ts';
import {
  familyFields,
  familyQueryFields,
  parseFamilyFields,
  refuseStrayFields,
} from './family-fields.ts';

const shared = {
  fromChain: field.chain,
  toChain: field.chain,
  amount: field.amount,
  fromToken: field.token.optional(),
  toToken: field.token.optional(),
  toAddress: field.address
    .meta({
      description:
        'the recipient on toChain; the payer when left out, where both chains write addresses alike',
    })
    .optional(),
  fromAddress: field.address.meta({ description: 'the payer on fromChain' }).optional(),
  token: field.token
    .meta({ description: 'symbol or address, for both sides; fromToken and toToken win over it' })
    .optional(),
};

/** The keys of RouteRequest; a pass rides in the body where headers do not cross. */
export const routeRequestFields = {
  ...shared,
  ...familyFields,
  slippage: field.slippage.optional(),
  excludeRails: field.rails.optional(),
  pass: field.pass.optional(),
};

/** Takes and ignores keys it does not know: a quote moves nothing. */
export const routeRequestBody = z.object(routeRequestFields);

export const routeRequestQuery = z.object({
  ...shared,
  ...familyQueryFields,
  slippage: queryFields.slippage.optional(),
  excludeRails: queryFields.rails.optional(),
});

/** What both forms come to. */
export type RouteRequestWire = Omit<z.output<typeof routeRequestBody>, 'pass'>;

/** What the names in a request are read by. */
export interface RequestSetting {
  readonly tokens: TokenList;
  readonly addresses: AddressReader;
  /** What `excludeRails` can name: the rails of the deployment and their engines. */
  readonly railNames: readonly string[];
}

/** From the wire's RouteRequest to the core's; fromToken and toToken win over `token`. */
export function parseRouteRequest(
  wire: RouteRequestWire,
  { tokens, addresses, railNames }: RequestSetting,
): QuoteRequest {
  refuseUnknownRails(wire.excludeRails, railNames);
  const slippage = readSlippage(wire.slippage);
  const amount = readAmount(wire.amount);
  const lane = {
    from: parseServedChain(wire.fromChain, 'fromChain', tokens),
    to: parseServedChain(wire.toChain, 'toChain', tokens),
  };
  const recipient = recipientOf(wire, lane, addresses);
  return {
    lane,
    from: tokenOf(tokens, lane.from, wire, 'fromToken'),
    to: tokenOf(tokens, lane.to, wire, 'toToken'),
    amount,
    payer:
      wire.fromAddress === undefined
        ? null
        : parseAddress(addresses, lane.from, wire.fromAddress, 'fromAddress'),
    recipient,
    ...parseFamilyFields(wire, { lane, recipient }, addresses),
    slippage,
  };
}

/** A name with a typo would leave nothing out, and the transfer go over what it was to avoid. */
export function refuseUnknownRails(
  excluded: readonly string[] = [],
  known: readonly string[],
  field = 'excludeRails',
): void {
  const stranger = excluded.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw badField(
      field,
      `${field} names ${shown(stranger)}, which is no rail or engine here; it takes ${known.join(', ')}`,
    );
}

/**
 * The same for a request that would move value: a quote-only lane is `UNSUPPORTED_DIRECTION`,
 * whether or not its tokens are listed, and a field of another lane `BAD_REQUEST`.
 */
export function parseTransfer(wire: RouteRequestWire, setting: RequestSetting): QuoteRequest {
  const request = parseListed(wire, setting);
  refuseStrayFields(wire, request.lane);
  return request;
}

function parseListed(wire: RouteRequestWire, setting: RequestSetting): QuoteRequest {
  try {
    return parseRouteRequest(wire, setting);
  } catch (error) {
    const reason =
      isRelayError(error) && error.code === 'UNROUTABLE_LANE' ? corridorReason(wire) : null;
    throw reason === null
      ? error
      : new RelayError('UNSUPPORTED_DIRECTION', {}, reason, { cause: error });
  }
}

/** Throws `UNSUPPORTED_DIRECTION` on a quote-only lane: no further field would make it settle. */
export function assertSettled({ lane }: Pick<QuoteRequest, 'lane'>): void {
  const reason = quoteOnlyReason(lane);
  if (reason !== null) throw new RelayError('UNSUPPORTED_DIRECTION', {}, reason);
}

/** Throws `UNROUTABLE_LANE` again where a chain's name is unknown. */
function corridorReason({ fromChain, toChain }: RouteRequestWire): string | null {
  return quoteOnlyReason({
    from: parseChain(fromChain, 'fromChain'),
    to: parseChain(toChain, 'toChain'),
  });
}

/** Where `token` names both sides and one chain lacks it, the refusal says which field that side has. */
function tokenOf(
  tokens: TokenList,
  chain: ChainRef,
  wire: RouteRequestWire,
  side: 'fromToken' | 'toToken',
): TokenRef {
  const [name, field] = namedBy(wire, side);
  try {
    return tokens.resolve(chain, name, field);
  } catch (error) {
    if (field === side || !isRelayError(error) || error.code !== 'UNROUTABLE_LANE') throw error;
    throw new RelayError(
      'UNROUTABLE_LANE',
      { field: side },
      `${error.message}; name the token there as ${side}`,
      { cause: error },
    );
  }
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
function recipientOf(wire: RouteRequestWire, lane: Lane, addresses: AddressReader): string | null {
  if (wire.toAddress !== undefined)
    return parseAddress(addresses, lane.to, wire.toAddress, 'toAddress');
  if (wire.fromAddress === undefined || chainFamily(lane.from) !== chainFamily(lane.to))
    return null;
  return parseAddress(addresses, lane.to, wire.fromAddress, 'fromAddress');
}

/** Whether the transfer cannot be executed until it names a recipient; a quote needs none. */
export function needsRecipient({
  lane,
  recipient,
}: Pick<QuoteRequest, 'lane' | 'recipient'>): boolean {
  return recipient === null && chainFamily(lane.from) !== chainFamily(lane.to);
}

/** What moves from where to where, as every request of the interface names it. */
export function presentTransfer({
  lane,
  from,
  to,
  amount,
}: Pick<QuoteRequest, 'lane' | 'from' | 'to' | 'amount'>) {
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    fromToken: presentTokenAddress(from),
    toToken: presentTokenAddress(to),
    amount: amount.toString(),
  };
}

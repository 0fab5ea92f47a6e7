import {
  answer,
  type EvmAddress,
  type Hex,
  noUnits,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/plugins';
import { z } from 'zod';
import { flatFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  bridgeName,
  digits,
  duration,
  hexData,
  positiveDigits,
  quantity,
} from '../../wire/fields.ts';
import { readBody, readItems } from '../../wire/read-body.ts';
import type { Ask, Priced, UpstreamApi, UpstreamSettings } from '../upstream.ts';
import type { StargateAsk } from './request.ts';

export interface StargateQuote {
  readonly priced: Priced;
  readonly approvals: readonly StargateTransaction[];
  readonly send: StargateTransaction;
}

export interface StargateTransaction {
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly value: Units;
}

const transaction = z
  .object({ to: address, data: hexData, value: quantity.nullish() })
  .transform(({ to, data, value }): StargateTransaction => ({
    to,
    data,
    value: value ?? noUnits,
  }));

const step = z.object({
  type: z.enum(['approve', 'bridge']),
  chainKey: z.string().nullish(),
  transaction,
});

const offered = z.object({
  route: z.string().nullish(),
  srcChainKey: z.string().nullish(),
  dstChainKey: z.string().nullish(),
  srcToken: address.nullish(),
  dstToken: address.nullish(),
  srcAddress: address.nullish(),
  dstAddress: address.nullish(),
  srcAmount: digits.nullish(),
  dstAmount: positiveDigits,
  dstAmountMin: digits,
  duration: z.object({ estimated: duration }).nullable().catch(null),
  steps: z.array(step),
});

/** A way that it could not price is listed with its error and without the rest. */
const unpriced = z.object({ error: z.unknown().refine(Boolean) }).transform(() => null);

const quotes = z.object({ quotes: z.array(z.unknown()) });

/** The best offer that promises what was asked, held against the ask wherever it repeats it. */
export function readQuote(
  ask: Ask,
  asked: StargateAsk,
  body: unknown,
  { settings, leftOut }: Pick<UpstreamApi, 'settings' | 'leftOut'>,
): RailOutcome<StargateQuote> {
  const listed = readBody(quotes, body, 'stargate', 'quotes').quotes;
  const { items, told } = readItems(z.union([unpriced, offered]), listed, {
    engine: 'stargate',
    step: 'quotes',
    place: 'quotes',
    leftOut,
  });
  return told(
    chosen(
      ask,
      asked,
      items.filter((offer) => offer !== null),
      settings,
    ),
  );
}

function chosen(
  ask: Ask,
  asked: StargateAsk,
  priced: readonly Offered[],
  settings: UpstreamSettings,
): RailOutcome<StargateQuote> {
  const offers = priced.filter(({ route }) => isAllowed(route ?? '', settings));
  if (offers.length === 0)
    return refuse('NO_ROUTE', 'stargate has no route for this pair and amount');
  const ours = offers.filter((offer) => repeats(offer, ask, asked));
  if (ours.length === 0)
    return refuse('NO_ROUTE', 'stargate answers for another transfer than the one asked for');
  const kept = ours.filter(
    (offer) => offer.dstAmountMin >= asked.dstAmountMin && offer.dstAmount >= offer.dstAmountMin,
  );
  if (kept.length === 0)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `stargate promises less than the ${asked.dstAmountMin} asked for`,
    );
  return quoteOf(
    ask,
    kept.reduce((best, offer) => (offer.dstAmount > best.dstAmount ? offer : best)),
  );
}

type Offered = z.output<typeof offered>;

function quoteOf(ask: Ask, offer: Offered): RailOutcome<StargateQuote> {
  const approvals = offer.steps
    .filter(({ type }) => type === 'approve')
    .map((each) => each.transaction);
  const [send, ...more] = offer.steps
    .filter(({ type }) => type === 'bridge')
    .map((each) => each.transaction);
  if (send === undefined || more.length > 0)
    return refuse('NO_ROUTE', 'stargate wants another number of bridge calls than one');
  const coinFee = flatFeeOf(ask, send.value);
  if (coinFee === null)
    return refuse('NO_ROUTE', 'stargate would send less of the coin than the amount');
  const priced: Priced = {
    output: offer.dstAmount,
    minOutput: offer.dstAmountMin,
    durationSec: offer.duration?.estimated ?? null,
    bridge: bridgeName.parse(offer.route?.replaceAll('/', ' ')) ?? 'stargate',
    via: ['stargate'],
    expiresAtMs: null,
    coinFee,
  };
  return answer({ priced, approvals, send });
}

/** Routes are chosen by the names that its quotes carry, such as `stargate/v2/taxi`. */
function isAllowed(route: string, { allow, deny }: UpstreamSettings): boolean {
  return (allow.length === 0 || allow.includes(route)) && !deny.includes(route);
}

function repeats(offer: Offered, ask: Ask, asked: StargateAsk): boolean {
  const pairs: readonly (readonly [said: unknown, asked: unknown])[] = [
    [offer.srcChainKey, asked.source.key],
    [offer.dstChainKey, asked.destination.key],
    [offer.srcToken, asked.srcToken],
    [offer.dstToken, asked.dstToken],
    [offer.srcAddress, ask.depositor],
    [offer.dstAddress, ask.recipient],
    [offer.srcAmount, ask.units],
    ...offer.steps.map(({ chainKey }) => [chainKey, asked.source.key] as const),
  ];
  return pairs.every(([said, wanted]) => said === null || said === undefined || said === wanted);
}

import { answer, type RailOutcome, refuse } from '@interline/plugins';
import { z } from 'zod';
import { type Echo, offersAskedFor } from '../../wire/asked-for.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  bridgeName,
  digits,
  duration,
  positiveDigits,
  transaction,
} from '../../wire/fields.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { itemsOf, readBody, readItems } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced, UpstreamApi, UpstreamSettings } from '../upstream.ts';
import { chainIdOf } from './chains.ts';
import { type StargateAsk, stargateCoin } from './request.ts';

export interface StargateQuote {
  readonly priced: Priced;
  readonly approvals: readonly Transaction[];
  readonly send: Transaction;
}

type Transaction = Pick<BuiltCall, 'to' | 'data' | 'value'>;

const chainKey = z.string().transform(chainIdOf).nullish();

const offered = z.object({
  route: z.string().nullish(),
  srcChainKey: chainKey,
  dstChainKey: chainKey,
  srcToken: address.nullish(),
  dstToken: address.nullish(),
  srcAddress: address.nullish(),
  dstAddress: address.nullish(),
  srcAmount: digits.nullish(),
  dstAmount: positiveDigits,
  dstAmountMin: digits,
  duration: z.object({ estimated: duration }).nullable().catch(null),
  steps: z.array(z.object({ type: z.enum(['approve', 'bridge']), chainKey, transaction })),
});

/** A route that Stargate could not price is listed with its error and no other fields. */
const unpriced = z.object({ error: z.unknown().refine(Boolean) }).transform(() => null);

const offer = z.union([unpriced, offered]);

const quoteBody = z.object({ quotes: itemsOf(offer) });

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  quotes[].allowance quotes[].bridge quotes[].dstNativeAmount quotes[].error quotes[].fees
  quotes[].srcAmountMax quotes[].steps[].sender quotes[].steps[].transaction.from
  `,
);

/**
 * The best offer that promises what was asked, compared with the request wherever the offer repeats
 * it.
 */
export function readQuote(
  ask: Ask,
  asked: StargateAsk,
  body: unknown,
  { settings, leftOut }: Pick<UpstreamApi, 'settings' | 'leftOut'>,
): RailOutcome<StargateQuote> {
  const listed = readBody(quoteBody, body, 'stargate', 'quotes').quotes;
  const { items, told } = readItems(offer, listed, {
    engine: 'stargate',
    step: 'quotes',
    place: 'quotes',
    leftOut,
  });
  return told(
    chosen(
      ask,
      asked,
      items.filter((one) => one !== null),
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
  const kept = offersAskedFor('stargate', ask, offers, echoesOf, stargateCoin).filter(
    ({ dstAmount, dstAmountMin }) =>
      dstAmountMin >= asked.dstAmountMin && dstAmount >= dstAmountMin,
  );
  if (kept.length === 0)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `stargate promises less than the ${asked.dstAmountMin} asked for`,
    );
  return quoteOf(
    ask,
    kept.reduce((best, one) => (one.dstAmount > best.dstAmount ? one : best)),
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
  const priced: Priced = {
    output: offer.dstAmount,
    minOutput: offer.dstAmountMin,
    durationSec: offer.duration?.estimated ?? null,
    bridge: bridgeName.parse(offer.route?.replaceAll('/', ' ')) ?? 'stargate',
    via: ['stargate'],
    expiresAtMs: null,
    coinFee: coinFeeOf('stargate', ask, send.value),
  };
  return answer({ priced, approvals, send });
}

/** Routes are selected by the names in quotes, such as `stargate/v2/taxi`. */
function isAllowed(route: string, { allow, deny }: UpstreamSettings): boolean {
  return (allow.length === 0 || allow.includes(route)) && !deny.includes(route);
}

function echoesOf(offer: Offered): readonly Echo[] {
  return [
    {
      fromChainId: offer.srcChainKey,
      toChainId: offer.dstChainKey,
      from: offer.srcToken,
      to: offer.dstToken,
      units: offer.srcAmount,
      depositor: offer.srcAddress,
      recipient: offer.dstAddress,
    },
    ...offer.steps.map((step) => ({ fromChainId: step.chainKey })),
  ];
}

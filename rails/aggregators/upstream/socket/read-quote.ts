import { answer, type EvmAddress, type RailOutcome, refuse } from '@interline/plugins';
import { z } from 'zod';
import { assertAskedFor, type Echo, offersAskedFor } from '../../wire/asked-for.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  chainId,
  digits,
  duration,
  moment,
  positiveDigits,
  transaction,
  word,
} from '../../wire/fields.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { itemsOf, readBody, readItems } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced, UpstreamApi } from '../upstream.ts';
import { socketCoin } from './request.ts';

export interface SocketQuote {
  readonly priced: Priced;
  readonly quoteId: string;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** Null if it needs no approval, as for a native source. */
  readonly spender: EvmAddress | null;
}

const token = z.object({ chainId, address });

const txRoute = z.object({
  userOp: z.literal('tx'),
  quoteId: word,
  expiresAt: moment.nullish(),
  output: z.object({ token, amount: positiveDigits, minAmountOut: digits }),
  estimatedTime: duration,
  approval: z
    .object({ spenderAddress: address, tokenAddress: address, userAddress: address })
    .nullish(),
  txData: z.object({ object: transaction.extend({ chainId }) }),
});

type TxRoute = z.output<typeof txRoute>;

/** A route of another kind, such as a deposit address, which we cannot send as a call. */
const otherRoute = z
  .object({ userOp: z.string().refine((kind) => kind !== 'tx') })
  .transform(() => null);

const route = z.union([txRoute, otherRoute]);

const quoteBody = z.object({
  result: z.object({
    originChainId: chainId.nullish(),
    destinationChainId: chainId.nullish(),
    userAddress: address.nullish(),
    receiverAddress: address.nullish(),
    input: z.object({ token, amount: positiveDigits }).nullish(),
    routes: itemsOf(route),
  }),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  message result.input.priceInUsd result.input.token.decimals result.input.token.icon
  result.input.token.logoURI result.input.token.name result.input.token.symbol
  result.input.valueInUsd result.quoteRejections result.quoteType result.routes[].gasFee
  result.routes[].output.priceInUsd result.routes[].output.token.decimals
  result.routes[].output.token.icon result.routes[].output.token.logoURI
  result.routes[].output.token.name result.routes[].output.token.symbol
  result.routes[].output.valueInUsd result.routes[].routeDetails result.routes[].routeTags
  result.routes[].slippage result.routes[].statusCheck result.routes[].suggestedSlippage
  result.routes[].txData.kind statusCode success
  `,
);

/** Among the routes that are a single transaction, the one that pays most. */
export function readQuote(
  ask: Ask,
  body: unknown,
  leftOut: UpstreamApi['leftOut'],
): RailOutcome<SocketQuote> {
  const { result } = readBody(quoteBody, body, 'socket', 'quote');
  for (const echo of echoesOf(result)) assertAskedFor('socket', ask, echo, socketCoin);
  const { items, told } = readItems(route, result.routes, {
    engine: 'socket',
    step: 'quote',
    place: 'result.routes',
    leftOut,
  });
  return told(
    chosen(
      ask,
      items.filter((one) => one !== null),
    ),
  );
}

/**
 * Everything that it repeats is compared: its calldata is opaque, so this is the only evidence of
 * the recipient and the token.
 */
function echoesOf({
  originChainId,
  destinationChainId,
  userAddress,
  receiverAddress,
  input,
}: z.output<typeof quoteBody>['result']): readonly Echo[] {
  return [
    {
      fromChainId: originChainId,
      toChainId: destinationChainId,
      depositor: userAddress,
      recipient: receiverAddress,
    },
    { fromChainId: input?.token.chainId, from: input?.token.address, units: input?.amount },
  ];
}

function chosen(ask: Ask, routes: readonly TxRoute[]): RailOutcome<SocketQuote> {
  const [first, ...others] = offersAskedFor(
    'socket',
    ask,
    routes,
    ({ output, approval }) => [
      { toChainId: output.token.chainId, to: output.token.address },
      { from: approval?.tokenAddress, depositor: approval?.userAddress },
    ],
    socketCoin,
  );
  if (first === undefined)
    return refuse('NO_ROUTE', 'socket finds no route for this pair and amount');
  const most = others.reduce(
    (best, one) => (one.output.amount > best.output.amount ? one : best),
    first,
  );
  return answer(quoteOf(ask, most));
}

function quoteOf(
  ask: Ask,
  { quoteId, expiresAt, output, estimatedTime, approval, txData }: TxRoute,
): SocketQuote {
  return {
    priced: {
      output: output.amount,
      minOutput: output.minAmountOut,
      durationSec: estimatedTime,
      // A route's tags only rank it; none names its bridge.
      bridge: 'socket',
      via: [],
      expiresAtMs: expiresAt ?? null,
      coinFee: coinFeeOf('socket', ask, txData.object.value),
    },
    quoteId,
    tx: txData.object,
    spender: approval?.spenderAddress ?? null,
  };
}

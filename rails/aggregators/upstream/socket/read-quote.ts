import { answer, type EvmAddress, noUnits, type RailOutcome, refuse } from '@interline/plugins';
import { z } from 'zod';
import { type Echo, echoMismatch } from '../../wire/echo-mismatch.ts';
import { flatFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  chainId,
  digits,
  duration,
  hexData,
  moment,
  positiveDigits,
  quantity,
  word,
} from '../../wire/fields.ts';
import { readBody, readItems } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced, UpstreamAnswer, UpstreamApi } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { socketCoin } from './request.ts';

export interface SocketQuote {
  readonly priced: Priced;
  readonly quoteId: string;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** Null where it asks for no approval, as for a native source. */
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
  txData: z.object({
    object: z.object({ chainId, to: address, data: hexData, value: quantity.nullish() }),
  }),
});

type TxRoute = z.output<typeof txRoute>;

/** A route of another kind, such as a deposit address: nothing we can send as a call. */
const otherRoute = z
  .object({ userOp: z.string().refine((kind) => kind !== 'tx') })
  .transform(() => null);

const quote = z.object({
  result: z.object({
    originChainId: chainId.nullish(),
    destinationChainId: chainId.nullish(),
    userAddress: address.nullish(),
    receiverAddress: address.nullish(),
    input: z.object({ token, amount: positiveDigits }).nullish(),
    routes: z.array(z.unknown()),
  }),
});

type Result = z.output<typeof quote>['result'];

/** The route that pays most, of those that are one transaction. */
export function readQuote(
  answered: UpstreamAnswer,
  ask: Ask,
  leftOut: UpstreamApi['leftOut'],
): RailOutcome<SocketQuote> {
  const refused = refusalOf(answered);
  if (refused !== null) return refused;

  const { result } = readBody(quote, answered.body, 'socket', 'quote');
  const { items, told } = readItems(z.union([txRoute, otherRoute]), result.routes, {
    engine: 'socket',
    step: 'quote',
    place: 'result.routes',
    leftOut,
  });
  return told(
    chosen(
      ask,
      result,
      items.filter((route) => route !== null),
    ),
  );
}

function chosen(
  ask: Ask,
  result: Result,
  [first, ...others]: readonly TxRoute[],
): RailOutcome<SocketQuote> {
  if (first === undefined)
    return refuse('NO_ROUTE', 'socket finds no route for this pair and amount');
  const best = others.reduce(
    (most, route) => (route.output.amount > most.output.amount ? route : most),
    first,
  );
  const mismatch = mismatchOf(ask, result, best);
  if (mismatch !== null)
    return refuse('NO_ROUTE', `socket answers for ${mismatch} than was asked for`);
  return quoteOf(ask, best);
}

function quoteOf(
  ask: Ask,
  { quoteId, expiresAt, output, estimatedTime, approval, txData }: TxRoute,
): RailOutcome<SocketQuote> {
  if (output.minAmountOut > output.amount)
    return refuse('NO_ROUTE', 'socket promises more than it expects');
  const { value: carried, ...tx } = txData.object;
  const value = carried ?? noUnits;
  const coinFee = flatFeeOf(ask, value);
  if (coinFee === null)
    return refuse('NO_ROUTE', 'socket would send less of the coin than the amount');
  return answer({
    priced: {
      output: output.amount,
      minOutput: output.minAmountOut,
      durationSec: estimatedTime,
      // A route's tags rank it; none names its bridge.
      bridge: 'socket',
      via: [],
      expiresAtMs: expiresAt ?? null,
      coinFee,
    },
    quoteId,
    tx: { ...tx, value },
    spender: approval?.spenderAddress ?? null,
  });
}

/**
 * All that it repeats is compared: its calldata is opaque, so this is the only word on who is paid,
 * and in what.
 */
function mismatchOf(
  ask: Ask,
  { originChainId, destinationChainId, userAddress, receiverAddress, input }: Result,
  { output, approval }: TxRoute,
): string | null {
  const echoes: readonly Echo[] = [
    { toChainId: output.token.chainId, to: output.token.address },
    {
      fromChainId: originChainId ?? ask.fromChainId,
      toChainId: destinationChainId ?? ask.toChainId,
    },
    { depositor: userAddress ?? ask.depositor, recipient: receiverAddress ?? ask.recipient },
    ...(input == null
      ? []
      : [{ fromChainId: input.token.chainId, from: input.token.address, units: input.amount }]),
    ...(approval == null ? [] : [{ from: approval.tokenAddress, depositor: approval.userAddress }]),
  ];
  return (
    echoes
      .map((echo) => echoMismatch(ask, echo, socketCoin))
      .find((mismatch) => mismatch !== null) ?? null
  );
}

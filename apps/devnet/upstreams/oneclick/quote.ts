import { formatUnits } from 'ethers/utils';
import { usdText } from '../exchange.ts';
import { RequestFields } from '../read-request.ts';
import type { Ask, Offer } from '../order.ts';
import { type Call, type EngineRequest, type QuoteEndpoint, Refused } from '../stand-in.ts';
import { assetIdOf, readAssetId } from './asset-ids.ts';
import { estimate } from './estimate.ts';
import { signedQuote } from './sign-quote.ts';

export const quote: QuoteEndpoint = {
  method: 'POST',
  path: '/v0/quote',
  read,
  calldata: () => null,
  body,
  estimate,
  takesTransfers: (request) => !isDry(request),
};

function read({ body: sent }: EngineRequest): Ask {
  const fields = new RequestFields(sent);
  fields.flag('dry');
  fields.oneOf('swapType', ['EXACT_INPUT']);
  fields.oneOf('depositType', ['ORIGIN_CHAIN']);
  fields.oneOf('refundType', ['ORIGIN_CHAIN']);
  fields.oneOf('recipientType', ['DESTINATION_CHAIN']);
  if (!(Date.parse(fields.text('deadline')) > Date.now()))
    throw new Refused({ kind: 'malformed', field: 'deadline', found: 'a time in the past' });
  const from = assetIn(fields, 'originAsset');
  const to = assetIn(fields, 'destinationAsset');
  const refundTo = fields.address('refundTo');
  return {
    fromChainId: from.chainId,
    fromToken: from.address,
    toChainId: to.chainId,
    toToken: to.address,
    units: fields.units('amount'),
    // The account that transfers is the depositor; the request does not name it.
    depositor: refundTo,
    recipient: fields.address('recipient'),
    refundTo,
    least: { slippagePpm: 100n * BigInt(fields.integer('slippageTolerance')) },
  };
}

function assetIn(
  fields: RequestFields,
  field: string,
): { chainId: number; address: string | null } {
  const found = fields.text(field);
  const asset = readAssetId(found);
  if (asset === undefined) throw new Refused({ kind: 'malformed', field, found });
  return asset;
}

function body(
  {
    id,
    ask,
    from,
    to,
    output,
    minOutput,
    durationSec,
    depositAddress,
    quotedAtMs,
    expiresAtMs,
    said,
  }: Offer,
  _call: Call | null,
  request: EngineRequest,
): object {
  const closesAt = new Date(expiresAtMs).toISOString();
  const amounts = {
    amountIn: String(ask.units),
    amountInFormatted: formatUnits(ask.units, from.decimals),
    amountInUsd: usdText(ask.units, from),
    minAmountIn: String(ask.units),
    amountOut: String(output),
    amountOutFormatted: formatUnits(output, to.decimals),
    amountOutUsd: usdText(output, to),
    minAmountOut: String(minOutput),
    timeEstimate: durationSec,
    refundFee: '0',
  };
  const signed = signedQuote({
    // The response repeats the request, so a wrong recipient or token shows here.
    quoteRequest: {
      ...(Object(request.body) as object),
      recipient: said.recipient,
      originAsset: assetIdOf({ ...from, address: said.token }),
    },
    quote:
      depositAddress === null
        ? amounts
        : { ...amounts, depositAddress, deadline: closesAt, timeWhenInactive: closesAt },
    timestamp: new Date(quotedAtMs).toISOString(),
  });
  // A wrong target is what a man in the middle inserts into a correct answer.
  return {
    correlationId: id.slice(2),
    ...signed,
    quote:
      depositAddress === null
        ? signed.quote
        : { ...signed.quote, depositAddress: said.depositAddress },
  };
}

function isDry({ body: sent }: EngineRequest): boolean {
  return new RequestFields(sent).flag('dry');
}

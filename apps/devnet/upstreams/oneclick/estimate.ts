import { randomUUID } from 'node:crypto';
import { formatUnits } from 'ethers/utils';
import { usdText } from '../exchange.ts';
import { type End, nodeEstimate } from '../nodes/node-estimate.ts';
import { RequestFields } from '../read-request.ts';
import { type QuoteEndpoint, Refused } from '../stand-in.ts';
import { readAssetId } from './asset-ids.ts';
import { blockchainOf, nodeAssetOf, nodeNames } from './node-asset-ids.ts';
import { signedQuote } from './sign-quote.ts';

export const estimate: NonNullable<QuoteEndpoint['estimate']> = ({ body: sent }, world) => {
  const { originAsset, destinationAsset } = Object(sent) as Record<string, unknown>; // CAST: read as it is.
  const isNode = [originAsset, destinationAsset].some(
    (id) => nodeAssetOf(String(id)) !== undefined,
  );
  if (!isNode) return null;
  const fields = new RequestFields(sent);
  const priced = nodeEstimate(
    nodeNames,
    '',
    {
      from: endOf(fields, 'originAsset'),
      to: endOf(fields, 'destinationAsset'),
      units: fields.units('amount'),
      slippagePpm: 100n * BigInt(fields.integer('slippageTolerance')),
    },
    world,
  );
  if (priced === null) return null;
  // Nothing would detect a deposit on one of these chains.
  if (!fields.flag('dry')) throw new Refused({ kind: 'no-route' });
  const { from, to, units, output, minOutput } = priced;
  return {
    correlationId: randomUUID(),
    ...signedQuote({
      quoteRequest: { ...(Object(sent) as object) },
      quote: {
        amountIn: String(units),
        amountInFormatted: formatUnits(units, from.decimals),
        amountInUsd: usdText(units, from),
        minAmountIn: String(units),
        amountOut: String(output),
        amountOutFormatted: formatUnits(output, to.decimals),
        amountOutUsd: usdText(output, to),
        minAmountOut: String(minOutput),
        timeEstimate: 45,
      },
      timestamp: new Date().toISOString(),
    }),
  };
};

function endOf(fields: RequestFields, field: string): End {
  const assetId = fields.text(field);
  const asset = nodeAssetOf(assetId);
  if (asset !== undefined) return { chain: blockchainOf(asset.node), token: asset.address ?? '' };
  const evm = readAssetId(assetId);
  return { chain: String(evm?.chainId ?? ''), token: evm?.address ?? '' };
}

import { ZeroAddress } from 'ethers/constants';
import { usdText } from '../exchange.ts';
import {
  namesNode,
  type NodeEstimate,
  nodeEstimate,
  type NodeNames,
} from '../nodes/node-estimate.ts';
import { RequestFields } from '../read-request.ts';
import type { QuoteEndpoint } from '../stand-in.ts';

const names: NodeNames = {
  solana: { id: '792703809', coin: '11111111111111111111111111111111' },
  bitcoin: { id: '8253038', coin: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8' },
  tron: { id: '728126428', coin: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
  berachain: { id: '80094', coin: ZeroAddress },
};

export const estimate: NonNullable<QuoteEndpoint['estimate']> = ({ body: sent }, world) => {
  const { originChainId, destinationChainId } = Object(sent) as Record<string, unknown>; // CAST: read as it is.
  if (!namesNode(names, [originChainId, destinationChainId])) return null;
  const fields = new RequestFields(sent);
  const [sender, recipient] = [fields.text('user'), fields.text('recipient')];
  const priced = nodeEstimate(
    names,
    ZeroAddress,
    {
      from: {
        chain: String(fields.integer('originChainId')),
        token: fields.text('originCurrency'),
      },
      to: {
        chain: String(fields.integer('destinationChainId')),
        token: fields.text('destinationCurrency'),
      },
      units: fields.units('amount'),
      slippagePpm: 100n * BigInt(fields.integer('slippageTolerance')),
    },
    world,
  );
  if (priced === null) return null;
  const { from, to, units, output, minOutput, feeUnits } = priced;
  return {
    steps: [],
    fees: { relayer: amountOf(from, feeUnits) },
    details: {
      operation: 'swap',
      sender,
      recipient,
      timeEstimate: 1,
      currencyIn: { ...amountOf(from, units), minimumAmount: String(units) },
      currencyOut: { ...amountOf(to, output), minimumAmount: String(minOutput) },
    },
  };
};

function amountOf(end: NodeEstimate['from'], units: bigint): object {
  const { chain, token: address, symbol, decimals } = end;
  return {
    currency: { chainId: Number(chain), address, symbol, name: symbol, decimals },
    amount: String(units),
    amountUsd: usdText(units, end),
  };
}

import { randomUUID } from 'node:crypto';
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
  solana: { id: '1151111081099710', coin: 'SOL' },
  bitcoin: { id: '20000000000001', coin: 'BTC' },
  tron: { id: '728126428', coin: 'TRX' },
  sui: { id: '9270000000000000', coin: 'SUI' },
  stellar: { id: '1201081091099710', coin: 'XLM' },
  berachain: { id: '80094', coin: ZeroAddress },
};

const tool = 'mayan';

export const estimate: NonNullable<QuoteEndpoint['estimate']> = ({ query }, world) => {
  if (!namesNode(names, [query.fromChain, query.toChain])) return null;
  const fields = new RequestFields(query);
  const priced = nodeEstimate(
    names,
    ZeroAddress,
    {
      from: { chain: fields.text('fromChain'), token: fields.text('fromToken') },
      to: { chain: fields.text('toChain'), token: fields.text('toToken') },
      units: fields.units('fromAmount'),
      slippagePpm: fields.optionalMillionths('slippage') ?? 5_000n,
    },
    world,
  );
  if (priced === null) return null;
  const { from, to, units, output, minOutput } = priced;
  return {
    id: randomUUID(),
    type: 'lifi',
    tool,
    action: {
      fromChainId: Number(from.chain),
      toChainId: Number(to.chain),
      fromToken: tokenOf(from),
      toToken: tokenOf(to),
      fromAmount: String(units),
      fromAddress: fields.text('fromAddress'),
      toAddress: fields.text('toAddress'),
    },
    estimate: {
      tool,
      fromAmount: String(units),
      toAmount: String(output),
      toAmountMin: String(minOutput),
      executionDuration: 90,
      fromAmountUSD: usdText(units, from),
      toAmountUSD: usdText(output, to),
    },
    includedSteps: [{ type: 'cross', tool }],
  };
};

function tokenOf({ chain, token: address, symbol, decimals }: NodeEstimate['from']): object {
  return { address, chainId: Number(chain), symbol, name: symbol, decimals };
}

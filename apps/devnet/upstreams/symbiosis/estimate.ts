import {
  namesNode,
  type NodeEstimate,
  nodeEstimate,
  type NodeNames,
} from '../nodes/node-estimate.ts';
import { RequestFields } from '../read-request.ts';
import type { QuoteEndpoint } from '../stand-in.ts';

const names: NodeNames = {
  solana: { id: '5426', coin: '' },
  bitcoin: { id: '3652501241', coin: '' },
  tron: { id: '728126428', coin: '' },
};

export const estimate: NonNullable<QuoteEndpoint['estimate']> = ({ body: sent }, world) => {
  const { tokenAmountIn, tokenOut: out } = Object(sent) as Record<string, unknown>; // CAST: read as it is.
  const chains = [tokenAmountIn, out].map(
    (token) => (Object(token) as { chainId?: unknown }).chainId,
  ); // CAST: the same.
  if (!namesNode(names, chains)) return null;
  const fields = new RequestFields(sent);
  const [tokenIn, tokenOut] = [fields.inside('tokenAmountIn'), fields.inside('tokenOut')];
  const endOf = (token: RequestFields) => ({
    chain: String(token.integer('chainId')),
    token: token.text('address'),
  });
  const priced = nodeEstimate(
    names,
    '',
    {
      from: endOf(tokenIn),
      to: endOf(tokenOut),
      units: tokenIn.units('amount'),
      slippagePpm: 100n * BigInt(fields.integer('slippage')),
    },
    world,
  );
  if (priced === null) return null;
  return {
    type: 'evm',
    kind: 'crosschain-swap',
    fees: [],
    tokenAmountOut: amountOf(priced.to, priced.output),
    tokenAmountOutMin: amountOf(priced.to, priced.minOutput),
    priceImpact: '0',
    estimatedTime: 120,
    routes: [{ provider: 'symbiosis' }],
  };
};

function amountOf(
  { chain, token: address, symbol, decimals }: NodeEstimate['to'],
  units: bigint,
): object {
  return { address, chainId: Number(chain), decimals, symbol, amount: String(units) };
}

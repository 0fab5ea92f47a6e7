import { ZeroAddress } from 'ethers/constants';
import {
  namesNode,
  type NodeEstimate,
  nodeEstimate,
  type NodeNames,
} from '../nodes/node-estimate.ts';
import { RequestFields } from '../read-request.ts';
import type { QuoteEndpoint } from '../stand-in.ts';
import { chainIdOf } from './chains.ts';

const names: NodeNames = {
  solana: { id: '7565164', coin: '11111111111111111111111111111111' },
  tron: { id: '100000026', coin: ZeroAddress },
};

/** An estimation alone: without recipient and authorities it makes no order. */
export const estimate: NonNullable<QuoteEndpoint['estimate']> = ({ query }, world) => {
  if (!namesNode(names, [query.srcChainId, query.dstChainId])) return null;
  const fields = new RequestFields(query);
  const [source, destination] = [fields.integer('srcChainId'), fields.integer('dstChainId')];
  const priced = nodeEstimate(
    names,
    ZeroAddress,
    {
      from: { chain: realId(source), token: fields.text('srcChainTokenIn') },
      to: { chain: realId(destination), token: fields.text('dstChainTokenOut') },
      units: fields.units('srcChainTokenInAmount'),
      slippagePpm: null,
    },
    world,
  );
  if (priced === null) return null;
  const { from, to, units, output } = priced;
  return {
    estimation: {
      srcChainTokenIn: { ...tokenOf(from, source), amount: String(units) },
      dstChainTokenOut: {
        ...tokenOf(to, destination),
        amount: String(output),
        recommendedAmount: String(output),
      },
      costsDetails: [],
      recommendedSlippage: 0,
    },
    tx: {},
    order: { approximateFulfillmentDelay: 4 },
  };
};

/** Of a chain of the devnet; a node's id is deBridge's own. */
function realId(dlnId: number): string {
  return String(chainIdOf(dlnId) ?? dlnId);
}

function tokenOf(
  { token: address, symbol, decimals }: NodeEstimate['to'],
  chainId: number,
): object {
  return { address, chainId, decimals, name: symbol, symbol };
}

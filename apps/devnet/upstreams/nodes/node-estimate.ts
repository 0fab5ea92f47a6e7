import type { Asset } from '../order.ts';
import { type Price, priceOffer } from '../price-offer.ts';
import { Refused, type Tariff } from '../stand-in.ts';
import { type NodeAsset, nodeAssets, type NodeName } from './node-assets.ts';

/** One engine's ids of the nodes that it lists, and how it writes their coins. */
export type NodeNames = Partial<
  Readonly<Record<NodeName, { readonly id: string; readonly coin: string }>>
>;

/** An end of a lane, with chain and token as the request wrote them. */
export type End = { readonly chain: string; readonly token: string };

export type NodeEstimate = Price & {
  readonly units: bigint;
  readonly from: Described;
  readonly to: Described;
};

type Described = End & Pick<Asset, 'symbol' | 'decimals' | 'priceMicroUsd'>;

type Ask = {
  readonly from: End;
  readonly to: End;
  readonly units: bigint;
  readonly slippagePpm: bigint | null;
};

/** Whether one of the chains, as a request wrote them, is a node that the devnet does not run. */
export function namesNode(names: NodeNames, chains: readonly unknown[]): boolean {
  return chains.some((chain) => Object.values(names).some(({ id }) => id === String(chain)));
}

/**
 * The engine's answer for a lane with a node that the devnet does not run: a price, and nothing
 * that could be paid. Null if both ends are chains of the devnet.
 */
export function nodeEstimate(
  names: NodeNames,
  evmCoin: string,
  { from, to, units, slippagePpm }: Ask,
  { assets, tariff }: { readonly assets: readonly Asset[]; readonly tariff: Tariff },
): NodeEstimate | null {
  const isNode = ({ chain }: End): boolean => Object.values(names).some(({ id }) => id === chain);
  if (!isNode(from) && !isNode(to)) return null;
  const [source, destination] = [from, to].map(
    (end) => nodeAsset(names, end) ?? evmAsset(assets, evmCoin, end),
  );
  if (source === undefined || destination === undefined) throw new Refused({ kind: 'no-route' });
  const least = slippagePpm === null ? 'exact' : { slippagePpm };
  return {
    ...priceOffer({ units, least }, source, destination, tariff),
    units,
    from: { ...source, ...from },
    to: { ...destination, ...to },
  };
}

function nodeAsset(names: NodeNames, { chain, token }: End): NodeAsset | undefined {
  return nodeAssets.find(({ node, address }) => {
    const name = names[node];
    const spelled = address ?? name?.coin;
    return (
      name?.id === chain &&
      (node === 'berachain' ? spelled?.toLowerCase() === token.toLowerCase() : spelled === token)
    );
  });
}

function evmAsset(
  assets: readonly Asset[],
  evmCoin: string,
  { chain, token }: End,
): Asset | undefined {
  return assets.find(
    ({ chainId, address }) =>
      String(chainId) === chain && (address ?? evmCoin).toLowerCase() === token.toLowerCase(),
  );
}

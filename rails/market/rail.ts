import { pricedEvmNodes, pricedRail } from '@interline/plugins';

/**
 * Lanes of nodes that other rails settle in other directions, and of EVM chains outside the mesh.
 */
export const rail = pricedRail({
  id: 'market',
  title: 'Lanes that no rail settles, priced from market prices',
  lanes: [
    { from: 'stellar:*', to: 'eip155:*' },
    { from: 'bip122:*', to: 'stellar:*' },
    { from: 'stellar:*', to: 'bip122:*' },
    ...pricedEvmNodes.flatMap(({ chain }) => [
      { from: chain, to: 'eip155:*' },
      { from: 'eip155:*', to: chain },
    ]),
  ],
  // What a Bitcoin block takes on average; the other lanes are faster.
  durationSec: 600,
});

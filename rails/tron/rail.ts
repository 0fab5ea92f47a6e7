import { pricedRail } from '@interline/plugins';

export const rail = pricedRail({
  id: 'tron',
  title: 'Tron, priced from market prices and never settled',
  lanes: [
    { from: 'eip155:*', to: 'tron:*' },
    { from: 'tron:*', to: 'eip155:*' },
  ],
  // Nineteen blocks of three seconds make a Tron block final; the EVM side takes less.
  durationSec: 120,
});

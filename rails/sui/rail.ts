import { pricedRail } from '@interline/plugins';

export const rail = pricedRail({
  id: 'sui',
  title: 'Sui, priced from market prices and never settled',
  lanes: [
    { from: 'eip155:*', to: 'sui:*' },
    { from: 'sui:*', to: 'eip155:*' },
  ],
  // Sui is final within seconds, so the EVM side decides.
  durationSec: 60,
});

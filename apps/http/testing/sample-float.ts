import type { FloatLevels } from '@interline/core/operations';
import { asUnits } from '@interline/kernel';
import { base, baseUsdc } from './sample-tokens.ts';

export const sampleFloat: FloatLevels = {
  floats: [
    {
      token: baseUsdc,
      held: asUnits(125_000_000n),
      block: 100,
      reserved: asUnits(25_000_000n),
      free: asUnits(100_000_000n),
      target: { units: asUnits(500_000_000n), from: 'order' },
      sharePct: 20n,
      alarm: 'below',
    },
  ],
  gas: [
    {
      chain: base,
      role: 'float',
      held: null,
      block: null,
      reserved: asUnits(0n),
      free: asUnits(0n),
      alarmBelow: asUnits(10n ** 17n),
      alarm: null,
    },
  ],
  gasUse: [{ chain: base, day: '2027-01-14', used: asUnits(10n ** 16n), daysLeft: 12n }],
};

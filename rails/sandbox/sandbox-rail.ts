import type { RailContext, RailPort } from '@interline/plugins';
import { sandboxManifest } from './manifest.ts';
import { planTransfer } from './plan-transfer.ts';
import { priceOneToOne } from './price-one-to-one.ts';
import { progressAt } from './progress-at.ts';
import type { SandboxSettings } from './settings.ts';
import { readTransferRef } from './transfer-ref.ts';

export function sandboxRail(
  { clock, standardFeeBps }: RailContext,
  { lifecycleSec }: SandboxSettings,
): RailPort {
  return {
    manifest: sandboxManifest,
    offers: async (request) => [
      {
        rail: 'sandbox',
        outcome: priceOneToOne(request, {
          feeRate: standardFeeBps,
          nowMs: clock.now(),
          durationSec: lifecycleSec,
        }),
      },
    ],
    plan: async (order, quote) => planTransfer(order, quote, clock.now(), lifecycleSec * 1_000),
    track: async (ref) => progressAt(readTransferRef(ref), clock.now()),
    health: async () => ({ isUp: true }),
  };
}

import type { Hex } from '@interline/plugins';
import { z } from 'zod';
import { chainId, txHash } from '../../wire/fields.ts';
import { bridging, delivered, notIndexed, refunded } from '../../wire/progress.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest } from './request.ts';

const endTx = z.object({ hash: txHash, chainId: chainId.optional() });

/**
 * `tx` is where the swap ended: on the destination if it arrived, on the source if it was refunded.
 */
export const trackSwap = trackBySource({
  engine: 'symbiosis',
  ref: z.object({ fromChainId: z.int().positive(), toChainId: z.int().positive() }),
  request: ({ fromChainId, srcTx }) => statusRequest(fromChainId, srcTx),
  said: z.object({
    status: z.object({ code: z.int() }),
    tx: endTx.nullable().catch(null),
  }),
  progressOf({ status: { code }, tx }, { fromChainId, toChainId }) {
    const hashOn = (chain: number): Hex | null =>
      (tx?.chainId ?? chain) === chain ? (tx?.hash ?? null) : null;
    switch (code) {
      case -1:
        return notIndexed;
      case 0:
        return delivered(hashOn(toChainId));
      // It resolves automatically, one way or the other.
      case 2:
        return bridging('STUCK');
      case 3:
        return refunded(hashOn(fromChainId));
      default:
        return bridging('IN_TRANSIT');
    }
  },
});

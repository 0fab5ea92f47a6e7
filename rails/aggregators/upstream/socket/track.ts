import { z } from 'zod';
import { address, word } from '../../wire/fields.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { bungeeProgress, bungeeRequest } from './bungee-status.ts';
import { failureOf } from './errors.ts';
import { statusRequest } from './request.ts';
import { swapProgress, swapStatus } from './swap-status.ts';

/** Version 3 describes one swap; version 1, with codes 0 to 8, a list of requests. */
const said = z.object({
  result: z.union([
    z.array(bungeeRequest).transform((requests) => ({ version: 1 as const, requests })),
    swapStatus.transform((swap) => ({ version: 3 as const, swap })),
  ]),
});

/** Before our transaction is mined Socket may report an unpaid quote as expired. */
export const trackSwap = trackBySource({
  engine: 'socket',
  ref: z.object({ quoteId: word, token: address }),
  request: ({ quoteId }, settings) => statusRequest(quoteId, settings),
  said,
  progressOf: ({ result }, { token, srcTx }) =>
    result.version === 3
      ? swapProgress(result.swap, token)
      : bungeeProgress(result.requests, srcTx),
  statusOf: (answered) => failureOf(answered) ?? answered.status,
});

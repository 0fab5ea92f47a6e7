import { type EvmAddress, type Hex, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { bungeeProgress, bungeeRequest } from './bungee-status.ts';
import { failureOf } from './errors.ts';
import { swapProgress, swapStatus } from './swap-status.ts';

/**
 * Version 3 tells of one swap; version 1, which the codes 0 to 8 belong to, of a list of requests.
 */
const answers = z.object({
  result: z.union([
    z.array(bungeeRequest).transform((requests) => ({ version: 1 as const, requests })),
    swapStatus.transform((swap) => ({ version: 3 as const, swap })),
  ]),
});

/** `token` is the one that is to arrive. */
export function readProgress(answered: UpstreamAnswer, srcTx: Hex, token: EvmAddress): Progress {
  const failure = failureOf(answered);
  if (failure === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (failure !== null)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'socket', step: 'status' },
      `socket refuses to say where a transfer stands, with status ${failure}`,
    );

  const { result } = readBody(answers, answered.body, 'socket', 'status');
  return result.version === 3
    ? swapProgress(result.swap, token)
    : bungeeProgress(result.requests, srcTx);
}

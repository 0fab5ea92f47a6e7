import { type Progress, RelayError } from '@interline/kernel';
import { firstIssue } from '../admission/first-issue.ts';
import { plain, word } from './boundary-shapes.ts';
import { broken } from './broken-contract.ts';
import { z } from 'zod';

const shape = z.object({
  status: z.enum(['WAITING', 'FUNDS_REQUIRED', 'AWAITING_DEPOSIT', 'BRIDGING', 'DONE', 'FAILED']),
  stage: plain(60),
  srcTx: word.optional(),
  destTx: word.optional(),
  refundTx: word.optional(),
});

/**
 * Reads where a rail says a transfer stands; throws `RAIL_FAULT` on an answer outside the contract.
 */
export function readProgress(value: unknown, rail: string): Progress {
  const read = shape.safeParse(value);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail, step: 'track' },
      broken(rail, firstIssue(read.error)),
    );
  const { srcTx, destTx, refundTx, ...rest } = read.data;
  return {
    ...rest,
    ...(srcTx === undefined ? {} : { srcTx }),
    ...(destTx === undefined ? {} : { destTx }),
    ...(refundTx === undefined ? {} : { refundTx }),
  };
}

import type { QuoteRequest, Units } from '@interline/kernel';
import { writeAddress } from '../server/present/write-address.ts';
import type { executeBody } from './execute-body-schema.ts';
import { writeTransfer } from './write-transfer.ts';
import type * as z from 'zod';

/**
 * What the caller chose, or the solver did, beyond the domain's request, so that execute takes the
 * same way.
 */
export interface ExecuteChoices {
  readonly slippage?: number | undefined;
  readonly excludeRails?: readonly string[] | undefined;
  /** The way broadcasts only with `live: true`. */
  readonly isOptIn: boolean;
}

/** Ready to post once `permit2` is added. */
export function writeExecuteBody(
  request: QuoteRequest,
  minOut: Units,
  { slippage, excludeRails, isOptIn }: ExecuteChoices,
): z.input<typeof executeBody> {
  const { lane, recipient } = request;
  return {
    ...writeTransfer(request),
    ...(recipient === null ? {} : { toAddress: writeAddress(lane.to, recipient) }),
    mode: 'permit2',
    minOut: minOut.toString(),
    ...(slippage === undefined ? {} : { slippage }),
    ...(excludeRails === undefined ? {} : { excludeRails: [...excludeRails] }),
    ...(isOptIn ? { live: true } : {}),
  };
}

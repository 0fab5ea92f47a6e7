import type { UnderstoodTransfer } from '@interline/usecases';
import type * as z from 'zod';
import type { understoodRequest } from '../wire/understood-intent.ts';
import { writeTransfer } from './write-transfer.ts';

/** Accounts as they were written, so that their checksums are still to be seen. */
export function writeUnderstood(understood: UnderstoodTransfer): z.input<typeof understoodRequest> {
  const { payer, recipient } = understood;
  return {
    ...writeTransfer(understood),
    ...(payer === null ? {} : { fromAddress: payer }),
    ...(recipient === null ? {} : { toAddress: recipient }),
  };
}

import type { UnderstoodTransfer } from '@interline/core/assistant';
import type { understoodRequest } from './understood-intent-schema.ts';
import { writeTransfer } from './write-transfer.ts';
import type * as z from 'zod';

/** Accounts as they were written, so that their checksums are still to be seen. */
export function writeUnderstood(understood: UnderstoodTransfer): z.input<typeof understoodRequest> {
  const { payer, recipient } = understood;
  return {
    ...writeTransfer(understood),
    ...(payer === null ? {} : { fromAddress: payer }),
    ...(recipient === null ? {} : { toAddress: recipient }),
  };
}

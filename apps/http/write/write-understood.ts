import { chainToWire } from '@interline/domain';
import type { UnderstoodTransfer } from '@interline/usecases';
import type * as z from 'zod';
import type { understoodRequest } from '../wire/understood-intent.ts';
import { writeTokenAddress } from './write-address.ts';

/** Accounts as they were written, so that their checksums are still to be seen. */
export function writeUnderstood({ lane, from, to, amount, payer, recipient }: UnderstoodTransfer): z.input<typeof understoodRequest> {
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    fromToken: writeTokenAddress(from),
    toToken: writeTokenAddress(to),
    amount: amount.toString(),
    ...(payer === null ? {} : { fromAddress: payer }),
    ...(recipient === null ? {} : { toAddress: recipient }),
  };
}

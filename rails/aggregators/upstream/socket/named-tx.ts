import { z } from 'zod';
import { txHash } from '../../wire/fields.ts';

/** A missing or malformed hash is left out: the status counts without it. */
export const namedTx = txHash.optional().catch(undefined);

/** A side of a transfer, with its transaction where it has one. */
export const namedLeg = z.object({ txHash: namedTx }).optional().catch(undefined);

import { z } from 'zod';
import { chainId, quantity, transaction, word } from '../../wire/fields.ts';

/**
 * Where Relay's own client would request the item's status. We use only its id, at the base that
 * the deployment names.
 */
const check = z
  .object({
    endpoint: z
      .string()
      .transform((path) => /[?&]requestId=([^&#]*)/.exec(path)?.[1])
      .pipe(word),
  })
  .transform(({ endpoint }) => ({ requestId: endpoint }));

const transactionStep = z.object({
  kind: z.literal('transaction'),
  id: z.string(),
  requestId: word.nullish(),
  items: z.array(
    z.object({ data: transaction.extend({ chainId, value: quantity }), check: check.nullish() }),
  ),
});

const signatureStep = z.object({ kind: z.literal('signature'), items: z.array(z.unknown()) });

export const step = z.discriminatedUnion('kind', [transactionStep, signatureStep]);

export type Step = z.output<typeof step>;
export type TransactionStep = z.output<typeof transactionStep>;

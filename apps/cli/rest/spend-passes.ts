import { type Client, NoAnswerError, ServiceError } from '@interline/client';
import type { Pass } from '@interline/client/passes';
import type { HeldPass, Purse } from './purse.ts';

/** What asks with passes: each is shown by the next POST, and by that alone. */
export interface PaidCalls {
  readonly call: Client['call'];
  readonly takePass: () => Promise<Pass>;
}

/**
 * Runs what asks with passes of the purse. A pass is gone once its request was answered; where no try of
 * it reached the service it is put back; and where nobody knows, or it was shown and not taken, it is kept
 * aside: put back by itself, it would be shown with another request by whoever is refused on purpose.
 */
export async function spendPasses<T>(
  purse: Purse,
  client: Pick<Client, 'call'>,
  run: (calls: PaidCalls) => Promise<T>,
): Promise<T> {
  let held: HeldPass | null = null;
  const end = async (how: (pass: HeldPass) => Promise<void>): Promise<void> => {
    const ended = held;
    held = null;
    if (ended !== null) await how(ended);
  };
  try {
    return await run({
      async takePass() {
        await end((before) => before.putBack());
        held = await purse.take();
        return held.pass;
      },
      async call(name, ...asked) {
        if (!name.startsWith('POST ')) return client.call(name, ...asked);
        try {
          const answer = await client.call(name, ...asked);
          await end((pass) => pass.spent());
          return answer;
        } catch (error) {
          await end((pass) => endAfter(pass, error));
          throw error;
        }
      },
    });
  } finally {
    await end((pass) => pass.putBack());
  }
}

/** Refusals that come before a pass is spent, or may. */
const beforeSpending: readonly string[] = [
  'BAD_AMOUNT',
  'BAD_REQUEST',
  'BODY_TOO_LARGE',
  'DATE_OUTSIDE_WINDOW',
  'MESSAGING_DISABLED',
  'MISSING_FIELD',
  'PLUS_DISABLED',
  'RATE_LIMITED',
  'RECEIPT_NOT_READY',
  'REQUEST_REPLAYED',
  'TARGET_NOT_ALLOWED',
  'UNKNOWN_RECORD',
  'UNKNOWN_ROUTE',
];

function endAfter(pass: HeldPass, error: unknown): Promise<void> {
  if (error instanceof NoAnswerError && error.isUnsent) return pass.putBack();
  // A service that failed may have taken it before; without a code it is not the service that answers.
  const isSpent =
    error instanceof ServiceError &&
    error.status < 500 &&
    error.errorCode !== '' &&
    !beforeSpending.includes(error.errorCode);
  return isSpent ? pass.spent() : pass.setAside();
}

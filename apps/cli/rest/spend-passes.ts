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
 * it reached the service it is put back; and where nobody knows, it is kept aside.
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

function endAfter(pass: HeldPass, error: unknown): Promise<void> {
  if (error instanceof NoAnswerError && error.isUnsent) return pass.putBack();
  // A service that failed may have taken it before.
  const isAnswered = error instanceof ServiceError && error.status < 500;
  return isAnswered ? pass.spent() : pass.setAside();
}

import type { Client } from '@interline/client';
import { endOfPass, type Pass } from '@interline/client/passes';
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

function endAfter(pass: HeldPass, error: unknown): Promise<void> {
  switch (endOfPass(error)) {
    case 'spent':
      return pass.spent();
    case 'unshown':
      return pass.putBack();
    case 'unknown':
      return pass.setAside();
  }
}

import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { systemClock } from '@interline/adapters/clock';
import type { Store } from '@interline/adapters/store';
import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import { announcingStore } from '@interline/core';
import { type Pass, passes } from '@interline/core/passes';
import type { Clock, TokenIssuerPort } from '@interline/ports';
import { believed } from '../support/believed-clock.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';

export type Mint = ReturnType<typeof passes.create>;

/** The module as a process has it, on a store that others may share, its log without witnesses. */
export function mintOn(
  store: Store,
  issuer: TokenIssuerPort,
  clock: Clock = systemClock,
  sureTime = believed(clock),
): Mint {
  return passes.create({
    store: announcingStore(store, clock),
    issuer,
    transparencyLog: unwatchedLog(() => clock.now()),
    log: quietLog,
    rateLimiter: memoryRateLimiter(clock),
    clock,
    sureTime,
    deployment: { passes: { enabled: true }, limits: { scale: 1 } },
  });
}

/** Trial passes of a client of their own: an address for each hundred. */
export async function takeFrom(mint: Mint, count: number): Promise<readonly Pass[]> {
  const { current } = await mint.describePasses();
  if (current === null) throw new Error('no key signs');
  const key = await readPublicKey(current.publicKey);
  const taken: Pass[] = [];
  while (taken.length < count) {
    const blindings = await blindMessages(key, Math.min(100, count - taken.length));
    const { signatures } = await mint.signTrial({
      client: `192.0.2.${taken.length / 100}`,
      blinded: blindings.map(({ blinded }) => blinded),
      count: async () => undefined,
    });
    taken.push(...finalizeAll(key, blindings, signatures).map(passOf));
  }
  return taken;
}

/** From the texts that a client keeps. */
export function passOf({ preparedMsg, sig }: { preparedMsg: string; sig: string }): Pass {
  return {
    preparedMessage: Buffer.from(preparedMsg, 'base64'),
    signature: Buffer.from(sig, 'base64'),
  };
}

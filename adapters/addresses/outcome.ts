import { refuse } from '@interline/kernel';
import type { AddressOutcome } from '@interline/ports';

export function accepted(address: string): AddressOutcome {
  return { ok: true, value: { address } };
}

export function refused(reason: string): AddressOutcome {
  return refuse('BAD_REQUEST', reason);
}

/**
 * Refuses anything that spends money, such as a private key. What the client sent appears in no
 * answer and in no log line.
 */
export function refusedSecret(what: string, wanted: string): AddressOutcome {
  return refused(
    `must be an address, and what was sent looks like ${what}; treat that as known to others, move what it holds, and send ${wanted}`,
  );
}

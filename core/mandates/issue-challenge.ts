import { RelayError } from '@interline/kernel';
import type { Clock, Entropy } from '@interline/ports';
import { assertGood, isNamedIn, type PresentingAgent } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';

/** What an agent's next presentation must name. */
export interface IssuedChallenge {
  readonly nonce: string;
  readonly aud: string;
  readonly expiresAtMs: number;
}

/**
 * Issues a nonce for one presentation of the mandate, to the agent of its wallet whose key the mandate names. Throws
 * `UNKNOWN_MANDATE`, `MANDATE_REVOKED` and `MANDATE_EXPIRED`.
 */
export type IssueChallenge = (agent: PresentingAgent, id: string) => Promise<IssuedChallenge>;

const challengeLifeMs = 5 * 60_000;

export function issueChallenge({
  store,
  clock,
  entropy,
  hashSecret,
  audience,
}: {
  readonly store: MandateStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly hashSecret: (secret: string) => string;
  readonly audience: string;
}): IssueChallenge {
  return async (agent, id) => {
    const mandate = await store.reads.mandates.mandate(id);
    if (mandate === null || !isNamedIn(mandate, agent))
      throw new RelayError('UNKNOWN_MANDATE', {}, 'no mandate with this id names your key');
    const nowMs = clock.now();
    assertGood(mandate, nowMs);
    const nonce = entropy.hex(16);
    const expiresAtMs = nowMs + challengeLifeMs;
    const challenge = { nonceHash: hashSecret(nonce), mandateId: id, expiresAtMs };
    await store.run('ask-challenge', (tx) => tx.mandates.insertChallenge(challenge));
    return { nonce, aud: audience, expiresAtMs };
  };
}

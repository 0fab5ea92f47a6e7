import { setTimeout as pause } from 'node:timers/promises';
import { optionalText, ServiceError, textField } from '@interline/cli';
import type { GuardedService } from './guarded-service.ts';
import type { RunTransfer } from './run-transfer.ts';

export interface SendOutcome {
  /** The route it was answered with; null where its client gave up. */
  readonly id: string | null;
  /** What it was refused with before, each code once. */
  readonly refusals: readonly string[];
}

const pauseMs = 60;

/**
 * A client's view: the same body again until there is an answer, through connections that break and
 * services that start.
 */
export async function sendUntilAnswered(
  { client }: Pick<GuardedService, 'client'>,
  { plan, body }: Pick<RunTransfer, 'plan' | 'body'>,
  giveUpAtMs: number,
): Promise<SendOutcome> {
  const refusals = new Set<string>();
  for (;;) {
    try {
      return {
        id: textField(await client.post('/api/route/execute', body), 'id'),
        refusals: [...refusals],
      };
    } catch (error) {
      if (error instanceof ServiceError)
        refusals.add(optionalText(error.body, 'errorCode') ?? `status ${error.status}`);
      if (plan.givesUp || performance.now() > giveUpAtMs)
        return { id: null, refusals: [...refusals] };
      await pause(pauseMs);
    }
  }
}

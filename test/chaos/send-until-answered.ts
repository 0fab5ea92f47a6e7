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
 * services that start, or a refusal that stays.
 */
export async function sendUntilAnswered(
  { client }: Pick<GuardedService, 'client'>,
  { plan, body }: Pick<RunTransfer, 'plan' | 'body'>,
  giveUpAtMs: number,
  isFinal: (code: string) => boolean = () => false,
): Promise<SendOutcome> {
  const refusals = new Set<string>();
  for (;;) {
    try {
      return {
        id: textField(await client.post('/api/route/execute', body), 'id'),
        refusals: [...refusals],
      };
    } catch (error) {
      const code = error instanceof ServiceError ? codeOf(error) : null;
      if (code !== null) refusals.add(code);
      if (
        (plan.givesUp && code === null) ||
        (code !== null && isFinal(code)) ||
        performance.now() > giveUpAtMs
      )
        return { id: null, refusals: [...refusals] };
      await pause(pauseMs);
    }
  }
}

function codeOf({ body, status }: ServiceError): string {
  return optionalText(body, 'errorCode') ?? `status ${status}`;
}

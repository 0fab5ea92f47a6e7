import type { UrlVerdict } from '@interline/ports';
import type { TryOutcome } from './hook.ts';

export interface HookMessage {
  /** The delivery's id, the same for all its tries. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string | null;
  /** The one before, while receivers may still know that alone; its signature goes beside. */
  readonly formerSecret?: string;
  /** When this try began. */
  readonly atMs: number;
  /** The `traceparent` that the receiver is shown; left out where it is shown none. */
  readonly trace?: string;
}

export interface HookAnswer {
  readonly outcome: TryOutcome;
  readonly httpStatus: number | null;
  /** How long the endpoint asks to be left alone. */
  readonly retryAfterMs: number | null;
}

/** Signs a message and posts it to a client's URL. */
export interface HookPost {
  judge(url: string): UrlVerdict;
  /** Takes at most 10 s and reads at most 64 KiB. Never throws because of the endpoint. */
  post(message: HookMessage, signal: AbortSignal): Promise<HookAnswer>;
}

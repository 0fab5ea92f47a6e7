import type { TryOutcome } from './hook.ts';
import type { UrlVerdict } from '@interline/ports';

export interface HookMessage {
  /** The same for every try of one delivery. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string | null;
  /** Of this try. */
  readonly atMs: number;
}

export interface HookAnswer {
  readonly outcome: TryOutcome;
  readonly httpStatus: number | null;
  /** How long the endpoint asks to be left alone. */
  readonly retryAfterMs: number | null;
}

/** Signs a message and posts it to where a client wants it. */
export interface HookPost {
  judge(url: string): UrlVerdict;
  /** Takes at most 10 s and reads at most 64 KiB. Never throws for what is at the other end. */
  post(message: HookMessage, signal: AbortSignal): Promise<HookAnswer>;
}

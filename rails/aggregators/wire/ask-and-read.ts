import type { RailOutcome, Refusal } from '@interline/plugins';
import type { UpstreamAnswer, UpstreamApi, UpstreamRequest } from '../upstream/upstream.ts';

interface Reading<Value> {
  /** Why there is no quote; null if there may be one. */
  readonly refusalOf: (answered: UpstreamAnswer) => Refusal | null;
  readonly read: (body: unknown) => RailOutcome<Value>;
}

/** An engine's answer to one question; its refusal if it has nothing to offer. */
export async function askAndRead<Value>(
  api: Pick<UpstreamApi, 'ask'>,
  request: UpstreamRequest,
  { refusalOf, read }: Reading<Value>,
  signal: AbortSignal,
): Promise<RailOutcome<Value>> {
  const answered = await api.ask(request, signal);
  return refusalOf(answered) ?? read(answered.body);
}

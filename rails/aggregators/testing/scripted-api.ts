import type {
  UpstreamAnswer,
  UpstreamApi,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream/upstream.ts';

export const plainSettings: UpstreamSettings = {
  apiKey: null,
  integrator: null,
  feeBps: 0,
  feeTaker: null,
  allow: [],
  deny: [],
  signer: null,
};

export interface ScriptedApi extends UpstreamApi {
  readonly requests: readonly UpstreamRequest[];
  /** Places of items that were noted as left out. */
  readonly unread: readonly string[];
}

/** Returns the answers in order, repeating the last one, and records the requests. */
export function scriptedApi(
  answers: readonly UpstreamAnswer[],
  settings: Partial<UpstreamSettings> = {},
  nowMs = 1_800_000_000_000,
): ScriptedApi {
  const requests: UpstreamRequest[] = [];
  const unread: string[] = [];
  return {
    settings: { ...plainSettings, ...settings },
    nowMs: () => nowMs,
    requests,
    unread,
    leftOut: (place) => {
      unread.push(place);
    },
    async ask(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      const answered = answers[Math.min(requests.length, answers.length) - 1];
      if (answered === undefined) throw new Error('the script holds no answer');
      return answered;
    },
  };
}

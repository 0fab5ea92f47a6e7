import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/plugins';

export interface ScriptedHttp extends OutboundHttp {
  readonly requests: readonly OutboundRequest[];
}

/** Answers with the test's own function and records the requests. */
export function scriptedHttp(
  answer: (request: OutboundRequest, signal: AbortSignal) => Promise<Partial<OutboundResponse>>,
): ScriptedHttp {
  const requests: OutboundRequest[] = [];
  return {
    requests,
    async request(request, signal) {
      requests.push(request);
      return { status: 200, headers: {}, body: '{}', ...(await answer(request, signal)) };
    },
  };
}

/** Never answers, and ends like the real one when it is aborted. */
export function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('called off')), { once: true });
  });
}

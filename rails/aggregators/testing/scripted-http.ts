import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/plugins';

export interface ScriptedHttp extends OutboundHttp {
  readonly requests: readonly OutboundRequest[];
}

/** Answers by the test's own function and keeps what was asked. */
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

/** Never answers, and ends as the real one does when it is called off. */
export function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('called off')), { once: true });
  });
}

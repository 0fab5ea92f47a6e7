import { inject } from 'light-my-request';
import type { RequestListener } from 'node:http';

/** A request that came in another one: it has the headers that are named here, and no other. */
export interface InsideRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  /** JSON. */
  readonly content: Uint8Array;
  /** What it is counted to. */
  readonly network: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts when its sender goes away; an answer without it is waited for. */
  readonly signal?: AbortSignal;
}

export interface InsideAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

/** Answers it through the whole app, as everything that comes over a socket. */
export type AnswerInside = (request: InsideRequest) => Promise<InsideAnswer>;

export function answerInside(callback: () => RequestListener): AnswerInside {
  let handle: RequestListener | null = null;
  return async ({ method, path, content, network, headers, signal }) => {
    handle ??= finishing(callback());
    const answer = await inject(handle, {
      method,
      url: path,
      remoteAddress: network,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...headers,
        // The same for all requests, including what a row sets besides its answer.
        accept: 'application/json',
        ...(content.length === 0 ? {} : { 'content-type': 'application/json' }),
      },
      ...(content.length === 0 ? {} : { payload: Buffer.from(content) }),
    });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      content: answer.rawPayload,
    };
  };
}

/** The library's responses do not say that they are finished, and would be taken for ones whose client left. */
function finishing(handle: RequestListener): RequestListener {
  return (request, response) => {
    response.once('finish', () =>
      Object.defineProperty(response, 'writableFinished', { value: true }),
    );
    handle(request, response);
  };
}

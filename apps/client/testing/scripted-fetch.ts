import type { Fetch } from '../transport.ts';

export interface ScriptedFetch {
  readonly fetch: Fetch;
  readonly asked: readonly { readonly url: string; readonly init: RequestInit }[];
}

/**
 * Answers in turn, the last one for ever; an error is a connection that broke. It honours the
 * signal as fetch does.
 */
export function scriptedFetch(...answers: readonly (Error | (() => Response))[]): ScriptedFetch {
  const asked: { url: string; init: RequestInit }[] = [];
  return {
    asked,
    async fetch(url, init) {
      init.signal?.throwIfAborted();
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push({ url, init });
      if (answer === undefined || answer instanceof Error)
        throw answer ?? new TypeError('nothing was scripted');
      return answer();
    },
  };
}

export function json(status: number, body: unknown, tag?: string): () => Response {
  const headers = {
    'content-type': 'application/json',
    ...(tag === undefined ? {} : { etag: tag }),
  };
  return () => new Response(JSON.stringify(body), { status, headers });
}

/** The answer to a client that has what the tag stands for. */
export function unchanged(tag: string): () => Response {
  return () => new Response(null, { status: 304, headers: { etag: tag } });
}

/** An event stream of these chunks, which breaks at an error among them. */
export function events(...chunks: readonly (string | Error)[]): () => Response {
  return () => {
    const rest = [...chunks];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = rest.shift();
        if (next === undefined) controller.close();
        else if (next instanceof Error) controller.error(next);
        else controller.enqueue(new TextEncoder().encode(next));
      },
    });
    return new Response(body, {
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    });
  };
}

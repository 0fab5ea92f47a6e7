/** What an account is answered, as it came. */
export interface Told {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export async function askAs(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Told> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  // CAST: every JSON answer is an object.
  return { status: answer.status, text, body: isJson ? (JSON.parse(text) as Told['body']) : {} };
}

export interface AccountEvent {
  readonly id: string;
  readonly event: string;
  readonly seq: number;
  readonly ts: number;
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Follows the account's stream until an event of that kind has come, and answers all that came. */
export async function followUntil(
  url: string,
  token: string,
  kind: string,
  lastEventId?: string,
): Promise<readonly AccountEvent[]> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/account/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array); // CAST: what fetch streams.
    if (text.includes(`"event":"${kind}"`) && text.endsWith('\n\n')) break;
  }
  stop.abort();
  return eventsIn(text);
}

function eventsIn(text: string): readonly AccountEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [JSON.parse(data) as AccountEvent]; // CAST: as documented.
  });
}

/** What a row answers in place of JSON where it answers events: each a whole one, with its end. */
export class EventStream {
  readonly events: AsyncIterable<string>;

  constructor(events: AsyncIterable<string>) {
    this.events = events;
  }
}

/** JSON without indentation has no line breaks, which would end the data. */
export function eventOf(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Keeps proxies from closing a connection that has nothing to send. */
export const heartbeat = ': still here\n\n';

export interface ServerEvent {
  readonly id: string;
  readonly data: string;
}

/** No event of this service comes near it; what has no end is not kept. */
const longestChars = 1_000_000;

/**
 * The events of a `text/event-stream`, as they come. `onBytes` is called for every chunk,
 * heartbeats too.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  // Not every browser can iterate over a stream.
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      if (rest.length > longestChars)
        throw new Error(`an event is longer than ${longestChars} characters`);
      for (const block of blocks) {
        const event = eventOf(block);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent {
  const lines = block.split(/\r?\n/);
  return { id: fieldOf(lines, 'id').at(-1) ?? '', data: fieldOf(lines, 'data').join('\n') };
}

function fieldOf(lines: readonly string[], name: string): readonly string[] {
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
}

import { type OutboundResponse, RelayError } from '@interline/plugins';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/**
 * What a room may look at. A status that says all by itself may come with an error page, which then
 * reads as null; a success without JSON is a fault, and so is a redirect, since nobody follows one
 * with a key in its header.
 */
export function readAnswer(engine: string, { status, body }: OutboundResponse): UpstreamAnswer {
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess && (status < 400 || status >= 500))
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, status },
      `${engine} answered with status ${status}`,
    );
  const parsed = parseJson(body);
  if (parsed === undefined && isSuccess)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, status },
      `${engine} answered something that is no JSON`,
    );
  return { status, body: parsed ?? null };
}

/** Undefined for what is no JSON; the parser's own error quotes the text, so it goes no further. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

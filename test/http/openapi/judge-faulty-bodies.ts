import { expect } from 'chai';
import { type Answer, ask, checkAnnounced, type Input } from './ask.ts';
import { bodyPointer, type Operation, type ServedDocument } from './document.ts';
import { faultyBodies } from './faulty-bodies.ts';

export interface FaultyBodies {
  /** An input of the operation that is granted; each body differs from its body in one thing. */
  readonly good: Input;
  /** Every so many of the bodies is sent; 1 sends all. */
  readonly oneOf: number;
}

/**
 * Every response is one that the document announces, and 400 where the document refuses the body.
 */
export async function judgeFaultyBodies(
  { url }: { readonly url: string },
  document: ServedDocument,
  operation: Operation,
  { good, oneOf }: FaultyBodies,
): Promise<void> {
  const schema = document.bodyOf(operation);
  if (schema === null) return;
  const { body, ...rest } = good;
  const bodies = faultyBodies(document, schema, body as Record<string, unknown>);
  for (const faulty of bodies.filter((_, at) => at % oneOf === 0)) {
    const input = { ...rest, body: faulty };
    const answer = await ask(url, operation, input);
    checkAnnounced(document, operation, input, answer);
    if (document.faultOf(bodyPointer(operation), faulty) !== null && !isAboveCap(answer, faulty))
      expect(answer.status, `${operation.operationId} ${JSON.stringify(faulty)}`).to.equal(400);
  }
}

/** A body of more bytes than the operation takes is refused before it is read, whatever it holds. */
function isAboveCap({ status, body }: Answer, sent: unknown): boolean {
  // CAST: the shape of a refusal, which was checked.
  const { details } = body as { readonly details?: { readonly capBytes?: number } };
  return (
    status === 413 &&
    Buffer.byteLength(JSON.stringify(sent)) > (details?.capBytes ?? Number.POSITIVE_INFINITY)
  );
}

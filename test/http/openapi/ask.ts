import { expect } from 'chai';
import { answerPointer, type Operation, type ServedDocument } from './document.ts';

/** One request of an operation. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes as they are sent. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

export async function ask(
  url: string,
  { method, path }: Operation,
  { params = {}, query = {}, headers = {}, body }: Input,
): Promise<Answer> {
  const target = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${url}${target}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    type,
    body: type.endsWith('json') ? JSON.parse(bytes.toString('utf8')) : bytes.toString('latin1'),
  };
}

/**
 * The answer is one that the document announces for the operation, shape and code included, and no
 * fault.
 */
export function checkAnnounced(
  document: ServedDocument,
  operation: Operation,
  input: Input,
  { status, type, body }: Answer,
): void {
  const what = `${operation.operationId} ${JSON.stringify(input).slice(0, 600)} answered ${status} ${JSON.stringify(body).slice(0, 600)}`;
  expect(status, what).to.be.below(500);
  expect(
    operation.responses[status]?.content?.[type],
    `${what}, which is not announced`,
  ).not.to.equal(undefined);
  expect(document.faultOf(answerPointer(operation, status, type), body), what).to.equal(null);
}

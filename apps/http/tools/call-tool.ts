import { RelayError } from '@interline/kernel';
import type { EndpointInput } from '../server/endpoint.ts';
import { parseJsonObject } from '../server/body/parse-json.ts';
import { parseApiKey, shownKey } from '../server/parse/caller.ts';
import { badField } from '../server/parse/parse-shape.ts';
import { presentError } from '../server/present/present-error.ts';
import type { OfferedTool } from './tools-of.ts';

export interface ToolCall {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  /** The protocol's name for that input, for a refusal of it. */
  readonly metaName: '_meta' | 'metadata';
}

export type CallerInput = Pick<
  EndpointInput,
  'headers' | 'address' | 'signal' | 'deps' | 'answerInside'
>;

/** What the row answered, or what refused the call before it. */
export interface ToolReply {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
  /** It was answered before, under the same Idempotency-Key. */
  readonly isRepeat: boolean;
  readonly sale: ToolSale;
}

/** What x402 says in addition to the answer; null where it says nothing. */
export interface ToolSale {
  /** What is demanded for the call (`PAYMENT-REQUIRED`). */
  readonly required: Readonly<Record<string, unknown>> | null;
  /** What came of the payment (`PAYMENT-RESPONSE`). */
  readonly response: Readonly<Record<string, unknown>> | null;
}

/**
 * Sends the row's request through the whole app, as if its sender had used HTTP: the same limits,
 * keys, passes, origins and refusals. There is no other way to a row.
 */
export async function callTool(
  { endpoint }: Pick<OfferedTool, 'endpoint'>,
  call: ToolCall,
  input: CallerInput,
): Promise<ToolReply> {
  const headers = headersOrRefusal(call, input);
  return headers instanceof RelayError
    ? refused(headers, endpoint, input.deps)
    : askRow(endpoint, call.arguments, headers, input);
}

const noSale: ToolSale = { required: null, response: null };

/** With these headers and no other of its sender's. */
export async function askRow(
  { method, path, request }: OfferedTool['endpoint'],
  given: ToolCall['arguments'],
  headers: Readonly<Record<string, string>>,
  input: CallerInput,
): Promise<ToolReply> {
  const inBody = request.body !== undefined;
  const answer = await input.answerInside({
    method,
    path: `${input.deps.basePath}${path}${inBody ? '' : queryOf(given)}`,
    content: inBody ? Buffer.from(JSON.stringify(given)) : new Uint8Array(),
    network: input.address,
    headers,
    signal: input.signal,
  });
  const text = Buffer.from(answer.content).toString('utf8');
  return {
    status: answer.status,
    text,
    body: parseJsonObject(Buffer.from(text)),
    isRepeat: answer.headers['idempotent-replayed'] === 'true',
    sale: {
      required: saleIn(answer.headers['payment-required']),
      response: saleIn(answer.headers['payment-response']),
    },
  };
}

function saleIn(header: string | undefined): Readonly<Record<string, unknown>> | null {
  return header === undefined ? null : parseJsonObject(Buffer.from(header, 'base64'));
}

/** Query values are text; any other value is written as JSON, and the row refuses it. */
function queryOf(given: ToolCall['arguments']): string {
  const pairs = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/**
 * Of the sender's own headers only these: an operator's token and a wallet's session are not among
 * them, so that no model can spend the float or read an account.
 */
const passedOn = ['origin', 'traceparent', 'x-svc-sandbox', 'x-svc-sandbox-outcome'] as const;

/** What a request says in headers, a call says next to its arguments, out of the model's sight. */
const ofMeta = { 'svc/pass': 'x-svc-pass', 'svc/idempotency-key': 'idempotency-key' } as const;

function headersOrRefusal(
  { meta, metaName }: ToolCall,
  { headers }: CallerInput,
): Record<string, string> | RelayError {
  const passed = passedOn.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const key = parseApiKey(headers) === null ? null : shownKey(headers);
  const said: [string, string][] = [];
  for (const [name, header] of Object.entries(ofMeta)) {
    const value = meta[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(value))
      return badField(
        `${metaName}.${name}`,
        `${metaName}["${name}"] must be 1 to 4096 visible characters`,
      );
    said.push([header, value]);
  }
  if (key !== null) said.push(['x-svc-key', key]);
  if (metaName === '_meta') {
    // Its client cannot say beforehand what it would rather, and reads the refusal either way.
    said.push(['prefer', 'x402']);
    const payment = meta['x402/payment'];
    const header = payment === undefined ? null : paymentHeader(payment);
    if (header instanceof RelayError) return header;
    if (header !== null) said.push(['payment-signature', header]);
  }
  return Object.fromEntries([...passed, ...said]);
}

/** As the header carries it. A payment with a wallet's signature is far smaller. */
function paymentHeader(payment: unknown): string | RelayError {
  const text = typeof payment === 'object' && payment !== null ? JSON.stringify(payment) : '';
  if (text.startsWith('{') && text.length <= mostPayment)
    return Buffer.from(text).toString('base64');
  return badField(
    '_meta.x402/payment',
    `_meta["x402/payment"] must be the payment of x402 itself, an object of ${mostPayment} characters at most`,
  );
}

const mostPayment = 10_000;

function refused(
  error: RelayError,
  endpoint: OfferedTool['endpoint'],
  { basePath, entropy }: CallerInput['deps'],
): ToolReply {
  const { status, body } = presentError(error, {
    basePath,
    requestId: entropy.hex(16),
    endpoint,
  });
  return { status, text: JSON.stringify(body), body: { ...body }, isRepeat: false, sale: noSale };
}

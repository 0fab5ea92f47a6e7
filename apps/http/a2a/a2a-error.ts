import { isRelayError, type RelayError } from '@interline/kernel';
import type { HttpDeps } from '../server/http-deps.ts';
import { presentError } from '../server/present/present-error.ts';

/** What an error of the protocol is under its two bindings (A2A 1.0, section 5.4). */
const kinds = {
  TASK_NOT_FOUND: { code: -32_001, http: 404, status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { code: -32_002, http: 400, status: 'FAILED_PRECONDITION' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { code: -32_003, http: 400, status: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { code: -32_004, http: 400, status: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: { code: -32_005, http: 400, status: 'INVALID_ARGUMENT' },
  VERSION_NOT_SUPPORTED: { code: -32_009, http: 400, status: 'FAILED_PRECONDITION' },
  METHOD_NOT_FOUND: { code: -32_601, http: 404, status: 'UNIMPLEMENTED' },
  INVALID_PARAMS: { code: -32_602, http: 400, status: 'INVALID_ARGUMENT' },
} as const;

type Reason = keyof typeof kinds;

interface Told {
  readonly code: number;
  readonly http: number;
  readonly status: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
}

/** An error that the protocol itself defines. */
export class A2aError extends Error {
  readonly told: Told;

  constructor(reason: Reason, message: string) {
    super(message);
    this.told = { ...kinds[reason], details: [infoOf(reason, 'a2a-protocol.org')] };
  }
}

/** A row's refusal or fault that no task can carry, with the catalogue's body. */
export class RowRefused extends Error {
  readonly told: Told;

  constructor(http: number, body: Readonly<Record<string, unknown>>) {
    super(String(body['error']));
    this.told = {
      http,
      code: http >= 500 ? -32_603 : -32_000,
      status: statusNames[http] ?? (http >= 500 ? 'INTERNAL' : 'FAILED_PRECONDITION'),
      details: [
        infoOf(String(body['errorCode']), 'interline'),
        { '@type': 'type.googleapis.com/google.protobuf.Struct', value: body },
      ],
    };
  }
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function infoOf(reason: string, domain: string): Readonly<Record<string, unknown>> {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain };
}

type Setting = Pick<HttpDeps, 'basePath' | 'entropy'>;

/** The error as the protocol has it. Rethrows faults of ours and unknown errors, so that they are logged. */
function toldOf(thrown: unknown, setting: Setting): Told & { readonly message: string } {
  const error = isRelayError(thrown) ? refusalOf(thrown, setting) : thrown;
  if (error instanceof A2aError || error instanceof RowRefused)
    return { ...error.told, message: error.message };
  throw error;
}

function refusalOf(error: RelayError, { basePath, entropy }: Setting): RelayError | RowRefused {
  const requestId = entropy.hex(16);
  const { status, body } = presentError(error, { basePath, requestId, endpoint: null });
  return status >= 500 ? error : new RowRefused(status, body);
}

/** As the binding of JSON-RPC has it. */
export function rpcErrorOf(thrown: unknown, setting: Setting) {
  const { code, message, details } = toldOf(thrown, setting);
  return { code, message, data: [...details] };
}

/** As the binding of HTTP and JSON has it (google.rpc.Status). */
export function httpErrorOf(thrown: unknown, setting: Setting) {
  const { http, status, message, details } = toldOf(thrown, setting);
  return { status: http, body: { error: { code: http, status, message, details: [...details] } } };
}

import type { ErrorCode } from './generated/error-code.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * A refusal or fault in the service's own words. Branch on `errorCode`; `message` is for people.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** The HTTP status. */
  readonly status: number;
  /** A service may be newer than this client, so a code it does not know is possible. */
  readonly errorCode: ErrorCode | (string & {});
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** How long to wait before that; null where the service does not say. */
  readonly retryAfterMs: number | null;
  readonly suggestedAction: string;
  /** What the operator needs to find it in the log. */
  readonly requestId: string;
  /** Everything the service said, `details` and `reasons` included. */
  readonly body: JsonRecord;

  constructor(status: number, body: JsonRecord) {
    super(
      [body['error'], body['suggestedAction']]
        .filter((text) => typeof text === 'string')
        .join('. ')
        .replaceAll('.. ', '. ') || `the service answered with status ${status}`,
    );
    this.status = status;
    this.errorCode = textOf(body['errorCode']);
    this.retryable = body['retryable'] === true;
    this.retryAfterMs = typeof body['retryAfterMs'] === 'number' ? body['retryAfterMs'] : null;
    this.suggestedAction = textOf(body['suggestedAction']);
    this.requestId = textOf(body['requestId']);
    this.body = body;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

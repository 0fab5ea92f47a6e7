/** An answer that is an error of the catalogue, as the service said it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super([body['error'], body['suggestedAction']].filter((text) => typeof text === 'string').join('. ') || `the service answered with status ${status}`);
    this.status = status;
    this.body = body;
  }
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface ServiceClient {
  get(path: string): Promise<JsonRecord>;
  post(path: string, body: JsonRecord, headers?: Readonly<Record<string, string>>): Promise<JsonRecord>;
}

const deadlineMs = 30_000;

/** Talks to a running service. Throws `ServiceError` for its refusals and a message with the next step when nobody answers. */
export function serviceClient(baseUrl: string): ServiceClient {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    get: (path) => ask(base, path, { method: 'GET' }),
    post: (path, body, headers = {}) => ask(base, path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  };
}

async function ask(base: string, path: string, init: RequestInit): Promise<JsonRecord> {
  const response = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(deadlineMs) }).catch(() => {
    throw new Error(`no service answers at ${base}; start one with "npm start", or name another with --url`);
  });
  const body = readJson(await response.text(), base);
  if (!response.ok) throw new ServiceError(response.status, body);
  return body;
}

function readJson(text: string, base: string): JsonRecord {
  try {
    const body: unknown = JSON.parse(text);
    // CAST: anything but an object falls through to the error below.
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonRecord;
  } catch {
    // Not JSON: said below.
  }
  throw new Error(`${base} answers, but not like this service`);
}

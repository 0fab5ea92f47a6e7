import { createTransport, type JsonRecord, pollRoute, type RouteReceipt } from '@interline/client';

/** A running service by its paths, for what is none of its operations. */
export interface ServiceClient {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<JsonRecord>;
  post(
    path: string,
    body: JsonRecord,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonRecord>;
}

/** Sends each request once: the caller gets every refusal. */
export function serviceClient(baseUrl: string): ServiceClient {
  const { send } = createTransport({ baseUrl, tries: 1 });
  return {
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
  };
}

/**
 * Reads the status until the route ends or time is up, telling each change. Returns the last
 * receipt.
 */
export function followRoute(
  client: Pick<ServiceClient, 'get'>,
  id: string,
  onChange: (receipt: RouteReceipt) => void,
  withinMs = 600_000,
): Promise<RouteReceipt> {
  // CAST: the service's word on a route.
  return pollRoute(
    async () =>
      (await client.get(`/api/route/status?id=${encodeURIComponent(id)}`)) as RouteReceipt,
    { onChange, withinMs },
  );
}

/**
 * Reads a field by its path; throws a message that names it when it is missing or of another kind.
 */
export function textField(body: JsonRecord, ...path: readonly string[]): string {
  const value = at(body, path);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Error(`the service's answer lacks ${path.join('.')}`);
}

export function optionalText(body: JsonRecord, ...path: readonly string[]): string | null {
  const value = at(body, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(body: JsonRecord, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), body);
}

import { createTransport, type JsonRecord } from '@interline/client';

/** A running service by its paths, for what is none of its operations. */
export interface ServiceClient {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<JsonRecord>;
  post(
    path: string,
    body: JsonRecord,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonRecord>;
}

/** Asks everything once: what is refused is told to whoever asked. */
export function serviceClient(baseUrl: string): ServiceClient {
  const { send } = createTransport({ baseUrl, tries: 1 });
  return {
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
  };
}

import { Pool } from 'undici';

export interface HttpReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service over connections that are kept alive, one for each client at once. */
export class HttpLink {
  readonly #pool: Pool;
  /** Of every post. */
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, connections: number, headers: Readonly<Record<string, string>> = {}) {
    this.#pool = new Pool(url, { connections });
    this.#headers = headers;
  }

  get(path: string): Promise<HttpReply> {
    return this.#ask({ method: 'GET', path });
  }

  post(path: string, body: string): Promise<HttpReply> {
    return this.#ask({
      method: 'POST',
      path,
      body,
      headers: { 'content-type': 'application/json', ...this.#headers },
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #ask(request: Parameters<Pool['request']>[0]): Promise<HttpReply> {
    const { statusCode, body } = await this.#pool.request(request);
    // CAST: every answer of the service is an object.
    return { status: statusCode, body: (await body.json()) as HttpReply['body'] };
  }
}

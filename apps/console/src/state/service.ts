import { type Client, type Console, createClient, createTransport } from '@interline/client';

/** Where the page is, without its hash: the service is there, whatever path leads to it. */
export const baseUrl = new URL('.', location.href).href;

/** What this browser keeps of this service: another may be at another path of the same origin. */
export function keptAs(name: string): string {
  const { pathname } = new URL(baseUrl);
  return `interline.${name}${pathname === '/' ? '' : pathname}`;
}

let lagMs = 0;

/** What this machine's clock lacks to the service's; less than a few seconds are the way's. */
export function clockLagMs(): number {
  return Math.abs(lagMs) > 5_000 ? lagMs : 0;
}

async function fetchDated(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const atMs = Date.parse(answer.headers.get('date') ?? '');
  if (atMs > 0) lagMs = atMs - Date.now();
  return answer;
}

/** A person reads a refusal and decides, so none is sent again by itself. */
export const client: Client = createClient({ baseUrl, sendsRefusedOnce: true, fetch: fetchDated });

const once = createTransport({ baseUrl, tries: 1 });

/** What is no operation of the service, such as a devnet's faucet. */
export async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  return once.send({ method: 'POST', path, body });
}

let facts: Promise<Console> | null = null;

/** What the deployment is, asked once; again after it failed. */
export function readFacts(): Promise<Console> {
  facts ??= client.call('GET /api/console', {}).catch((error: unknown) => {
    facts = null;
    throw error;
  });
  return facts;
}

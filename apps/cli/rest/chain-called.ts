import type { Client } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import { besideNames } from '../show/beside-tokens.ts';

/** Names that people use, where the service has another: by the number of the chain. */
const alsoCalled: Readonly<Record<string, string>> = { optimism: '10', bsc: '56' };

/**
 * A chain as requests take it, by its number or by the name that the service itself uses: `base`, or as
 * much of a name as only one chain begins with (`arbitrum`). Throws with the names that are alike, and
 * for a name that no chain has.
 */
export async function chainCalled(client: Pick<Client, 'call'>, text: string): Promise<string> {
  const asked = wordsOf(text);
  if (/^[0-9]+$/.test(text) || besideNames().includes(text)) return text;
  const named = await namesOf(client);
  const exact = named.find(([, name]) => wordsOf(name) === asked);
  if (exact !== undefined) return exact[0];
  const alike = named.filter(([, name]) => wordsOf(name).startsWith(`${asked} `));
  if (alike.length > 1)
    throw new UsageError(
      `"${text}" may be ${alike.map(([id, name]) => `${name} (${id})`).join(' or ')}; write the number`,
    );
  const called = alike[0]?.[0] ?? served(alsoCalled[asked], named);
  if (called !== undefined) return called;
  throw new UsageError(`"${text}" is not a chain here; "interline chains" lists them`);
}

function served(
  chain: string | undefined,
  named: Awaited<ReturnType<typeof namesOf>>,
): string | undefined {
  return named.find(([id]) => id === chain)?.[0];
}

/** By what requests call a chain; empty where the service does not answer this. */
export async function chainNames(
  client: Pick<Client, 'call'>,
): Promise<ReadonlyMap<string, string>> {
  return new Map(await namesOf(client).catch(() => []));
}

/** Chains that it moves money on, and those that it only prices. */
async function namesOf(
  client: Pick<Client, 'call'>,
): Promise<readonly (readonly [id: string, name: string])[]> {
  const [{ gaslessChains }, { comparatorQuoteOnly }] = await Promise.all([
    client.call('GET /api/gasless/info', {}),
    client.call('GET /api/route/chains', {}),
  ]);
  return Object.entries({ ...comparatorQuoteOnly, ...gaslessChains }).map(
    ([id, { name }]) => [id, name] as const,
  );
}

function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

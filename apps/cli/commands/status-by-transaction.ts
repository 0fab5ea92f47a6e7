import type { Client } from '@interline/client';
import { chainNames } from '../rest/chain-called.ts';
import type { KeptRoute, RoutesKept } from '../rest/kept-routes.ts';
import { ownRoutes } from '../rest/own-routes.ts';
import { chainWords } from '../show/chain-words.ts';
import { statusColour } from '../show/lines.ts';
import type { Terminal } from '../show/terminal.ts';

/** Hashes of every chain that money is moved on; an id of a route is none. */
export function isTransactionHash(text: string): boolean {
  return /^(0x)?[0-9a-fA-F]{64}$/.test(text);
}

const lookedAtMost = 50;

/**
 * The newest route of one's own that has this transaction, by its id; null where none has. What is
 * kept is enough for one that was followed to its end; of the others the open ones are read again,
 * except in the private lane, where the service would learn from their ids that one sender has all of them.
 */
export async function ownRouteWith(
  client: Pick<Client, 'status'>,
  hash: string,
  kept: RoutesKept,
  { isPrivate }: { readonly isPrivate: boolean },
): Promise<string | null> {
  const wanted = hash.toLowerCase();
  const idIn = (routes: readonly KeptRoute[]): string | null =>
    routes.find(({ receipt: { srcTx, destTx, refundTx } }) =>
      [srcTx, destTx, refundTx].some((one) => one?.toLowerCase() === wanted),
    )?.receipt.id ?? null;
  const here = idIn(await kept.all());
  if (here !== null || isPrivate) return here;
  return idIn((await ownRoutes(client, kept, { limit: lookedAtMost }, Date.now())).routes);
}

/** What the service tells any caller about a transaction. */
export async function showTransaction(
  client: Pick<Client, 'call'>,
  hash: string,
  out: Terminal,
): Promise<void> {
  const answer = await client.call('GET /api/route/by-transaction', { query: { tx: hash } });
  const names = out.isJson ? new Map<string, string>() : await chainNames(client);
  out.result(answer, () => {
    for (const { as, chain, status, stage } of answer.routes) {
      const where = stage === status ? '' : ` ${stage}`;
      const on = chainWords(chain, names.get(String(chain)));
      out.step(as, `${statusColour(status)(status)}${where}, on ${on}`);
    }
    out.line(
      'A hash is public and shows no more, and how a route ended from the next full ten minutes on; the id that "interline send" printed shows all, at once.',
    );
  });
}

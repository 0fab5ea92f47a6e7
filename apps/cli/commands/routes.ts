import { createClient, type RouteReceipt, routesOfWallet } from '@interline/client';
import { Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { chainCalled, chainNames } from '../rest/chain-called.ts';
import { routesOf } from '../rest/kept-routes.ts';
import { type OwnRoute, ownRoutes, routeStates } from '../rest/own-routes.ts';
import { chainWords } from '../show/chain-words.ts';
import { columns, statusColour } from '../show/lines.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { whileWaiting } from '../show/while-waiting.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function routesCommand(): Command {
  return new Command('routes').addCommand(lsCommand());
}

interface LsOptions extends RestOptions, KeyOptions {
  readonly wallet: boolean;
  readonly state?: string;
  readonly chain?: string;
  readonly limit: number;
  readonly after?: string;
}

function lsCommand(): Command {
  return restCommand(
    'ls',
    'list the routes that "interline send" began on this machine, newest first',
  )
    .addOption(new Option('--state <state>', 'only these').choices(Object.keys(routeStates)))
    .option('--chain <chain>', 'only from or to this chain, by its id or name')
    .option('--limit <count>', 'how many a page has', readLimit, 20)
    .option('--after <place>', 'the next page, as the previous one names it')
    .addOption(
      new Option(
        '--wallet',
        'of the wallet whose key is given, as the service has them: it signs a text that moves nothing',
      )
        .default(false, 'off')
        .conflicts(['state', 'chain']),
    )
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .addHelpText(
      'after',
      `
A service lists a wallet's routes only to a caller who signs with that wallet (--wallet, 100 a page), so they are kept in ~/.interline/routes, a file each, by the service's host.
INTERLINE_ROUTES names another folder, or says "off". What may still change is read from the service.

Examples:
  npx interline routes ls
  npx interline routes ls --state open --chain base
  npx interline routes ls --wallet --key-file payer.key
  npx interline routes ls --json`,
    )
    .action(list);
}

async function list(options: LsOptions): Promise<void> {
  if (options.wallet) return listOfWallet(options);
  const { url, json, chain, state, limit, after } = options;
  const wanted = {
    limit,
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after }),
  };
  const out = terminal(json);
  const client = createClient({ baseUrl: url, tries: 1 });
  const called = chain === undefined ? {} : { chain: await chainCalled(client, chain) };
  const page = await whileWaiting(out, 'reading routes', () =>
    ownRoutes(client, routesOf(url), { ...wanted, ...called }, Date.now()),
  );
  if (page.unread !== null)
    out.notice({ notice: page.unread }, () => console.error(`shown as last known: ${page.unread}`));
  if (out.isJson)
    return out.result({
      routes: page.routes.map(({ acceptedAtMs, receipt, asOf }) => ({
        ...receipt,
        acceptedAt: acceptedAtMs,
        asOf,
      })),
      next: page.next,
    });
  if (page.routes.length === 0) return out.line('No such route was sent from this machine.');
  const names = await chainNames(client);
  out.line(
    columns([
      ['route', 'accepted', 'status', 'sent', 'arrives'],
      ...page.routes.map((route) => rowOf(route, names)),
    ]),
  );
  if (page.next !== null) out.line(`more: add --after ${page.next}`);
}

async function listOfWallet({ url, json, limit, after, ...key }: LsOptions): Promise<void> {
  const out = terminal(json);
  const signer = readKey(key);
  const page = await whileWaiting(out, 'reading routes', () =>
    routesOfWallet(createClient({ baseUrl: url, tries: 1 }), signer, {
      limit: Math.min(limit, mostOfWallet),
      ...(after === undefined ? {} : { after }),
    }),
  );
  if (out.isJson) return out.result(page);
  if (page.routes.length === 0) return out.line(`The service lists no route of ${page.wallet}.`);
  out.line(
    columns([
      ['route', 'accepted', 'status', 'stage'],
      ...page.routes.map(({ id, acceptedAt, status, stage }) => [
        id,
        shownTime(acceptedAt),
        statusColour(status)(status),
        stage,
      ]),
    ]),
  );
  if (page.next !== null) out.line(`more: add --after ${page.next}`);
}

/** What a service shows at once. */
const mostOfWallet = 100;

function shownTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** A line of the list. */
export function rowOf(
  { acceptedAtMs, receipt, asOf }: OwnRoute,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const { id, status, from, to } = receipt;
  const on = (chain: string | number): string => chainWords(chain, names.get(String(chain)));
  return [
    id,
    shownTime(acceptedAtMs),
    asOf === 'unknown' ? 'unknown there' : statusColour(status)(status),
    `${inOwnTokens(from.amount, from)} on ${on(from.chain)}`,
    status === 'FAILED' ? returned(receipt) : `${arrives(receipt)} on ${on(to.chain)}`,
  ];
}

/** By what the receipt says of its token: a service that was begun anew may not list that any more. */
function inOwnTokens(units: string, { decimals, symbol }: RouteReceipt['from' | 'to']): string {
  return inTokens(units, decimals, symbol);
}

function arrives({ to }: RouteReceipt): string {
  return to.delivered === null
    ? `about ${inOwnTokens(to.estimated, to)}`
    : inOwnTokens(to.delivered, to);
}

function returned({ from, refunded, refundHeld }: RouteReceipt): string {
  if (refundHeld !== undefined) return `${inOwnTokens(refundHeld.owed, from)} owed back`;
  return refunded === undefined ? 'nothing was taken' : `${inOwnTokens(refunded, from)} came back`;
}

function readLimit(text: string): number {
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is "${text}"; wanted a whole number from 1 to 999`);
}

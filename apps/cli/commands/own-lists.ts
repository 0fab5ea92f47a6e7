import type { Client } from '@interline/client';
import { type Command, Option } from 'commander';
import { signedIn } from '../rest/signed-in.ts';
import { columns, statusColour } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { restCommand, type RestOptions, wholeUpTo } from './shared-options.ts';

/** The lists of a wallet's own account, newest first and in pages, and its events, oldest first. */
export function ownListCommands(): readonly Command[] {
  return [routesCommand(), refundsCommand(), eventsCommand(), sponsoredCommand()];
}

type Status = 'BRIDGING' | 'FUNDS_REQUIRED' | 'DONE' | 'FAILED';
const statuses: readonly Status[] = ['BRIDGING', 'FUNDS_REQUIRED', 'DONE', 'FAILED'];

function routesCommand(): Command {
  return listCommand({
    name: 'routes',
    description: 'the routes that the wallet paid for, newest first',
    none: 'The service lists no such route of this wallet.',
    head: ['route', 'status', 'stage', 'sent', 'to'],
    read: (call, page, { status }: { readonly status?: Status }) =>
      call('GET /api/account/routes', {
        query: { ...page, ...(status === undefined ? {} : { status }) },
      }),
    row: ({ id, status, stage, from, to }, amounts) => [
      id,
      statusColour(status)(status),
      stage,
      `${amounts.of(from.amount, from.chain, from.token)} on ${amounts.chain(from.chain)}`,
      `${to.recipient} on ${amounts.chain(to.chain)}`,
    ],
  }).addOption(new Option('--status <status>', 'only routes with this status').choices(statuses));
}

function refundsCommand(): Command {
  return listCommand({
    name: 'refunds',
    description: 'the refunds that the wallet received, or that are held for it',
    none: 'Nothing was refunded to this wallet, and nothing is held for it.',
    head: ['route', 'amount', 'state', 'transaction'],
    read: (call, page) => call('GET /api/account/refunds', { query: page }),
    row: ({ routeId, chainId, token, amount, state, refundTx, heldReason }, amounts) => [
      routeId,
      `${amounts.of(amount, chainId, token)} on ${amounts.chain(chainId)}`,
      heldReason === null ? state : `${state}: ${heldReason}`,
      refundTx ?? '',
    ],
  });
}

function sponsoredCommand(): Command {
  return listCommand({
    name: 'sponsored',
    description: 'the sponsored calls that the wallet signed, newest first',
    none: 'This wallet signed no sponsored calls here.',
    head: ['call', 'status', 'chain', 'fee', 'transaction', 'why it failed'],
    read: (call, page) => call('GET /api/account/sponsored', { query: page }),
    row: ({ id, kind, status, chainId, fee, txHash, innerError }, amounts) => [
      id,
      kind === 'calls' ? status : `${status}, a revocation`,
      amounts.chain(chainId),
      fee === null ? '' : amounts.of(fee.amount, chainId, fee.token),
      txHash ?? '',
      innerError ?? '',
    ],
  });
}

interface PageQuery {
  readonly limit: string;
  readonly next?: string;
}

interface PageOptions extends RestOptions {
  readonly limit: number;
  readonly next?: string;
}

interface List<Item, More> {
  readonly name: string;
  readonly description: string;
  /** What is printed for an empty list. */
  readonly none: string;
  readonly head: readonly string[];
  read(
    call: Client['call'],
    page: PageQuery,
    more: More,
  ): Promise<{ readonly items: readonly Item[]; readonly next: string | null }>;
  row(item: Item, amounts: TokenAmounts): readonly string[];
}

function listCommand<Item, More = object>(list: List<Item, More>): Command {
  return restCommand(list.name, list.description)
    .option('--limit <count>', 'entries per page, up to 100', wholeUpTo(100), 25)
    .option('--next <place>', 'the next page, as the previous page names it')
    .action(async ({ url, json, limit, next, ...more }: PageOptions & More) => {
      const { call, client } = await signedIn(url);
      const query = { limit: String(limit), ...(next === undefined ? {} : { next }) };
      // CAST: what commander read for the options that the list itself declares.
      const page = await list.read(call, query, more as unknown as More);
      const out = terminal(json);
      if (out.isJson) return out.result(page);
      if (page.items.length === 0) return out.line(list.none);
      const amounts = await readTokenAmounts(client);
      out.line(columns([list.head, ...page.items.map((item) => list.row(item, amounts))]));
      if (page.next !== null) out.line(`more: add --next ${page.next}`);
    });
}

function eventsCommand(): Command {
  return restCommand('events', "the events of the wallet's routes, oldest first")
    .option('--after <number>', 'only events after this number', '0')
    .addHelpText(
      'after',
      `
Numbers start at the first sign-in and have no gaps: keep the last one, ask for what comes after it, and you miss nothing.`,
    )
    .action(events);
}

async function events({
  url,
  json,
  after,
}: RestOptions & { readonly after: string }): Promise<void> {
  const { call } = await signedIn(url);
  const page = await call('GET /api/account/events', { query: { after } });
  const out = terminal(json);
  out.result(page, () => {
    if (page.items.length === 0) return out.line('Nothing happened after that.');
    out.line(
      columns(
        page.items.map(({ seq, ts, event, data }) => [
          ...[String(seq), new Date(ts).toISOString(), event],
          String(data['routeId'] ?? Object.values(data).find((value) => value !== null) ?? ''),
        ]),
      ),
    );
    out.line(`for what comes next: --after ${page.next}`);
  });
}

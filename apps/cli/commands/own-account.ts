import { existsSync, writeFileSync } from 'node:fs';
import { asSession, type Client, createClient, ServiceError, signIn } from '@interline/client';
import { Command, InvalidArgumentError, Option } from 'commander';
import { WrongStateError } from '../exit-codes.ts';
import { sessionOf } from '../rest/kept-session.ts';
import { columns, statusColour } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

/** The commands of a wallet on its own account; the others below `account` are an operator's. */
export function ownAccountCommands(): readonly Command[] {
  return [
    loginCommand(),
    logoutCommand(),
    pageCommand('routes', 'the routes that the wallet paid for, newest first')
      .addOption(
        new Option('--status <status>', 'only these').choices([
          'BRIDGING',
          'FUNDS_REQUIRED',
          'DONE',
          'FAILED',
        ]),
      )
      .action(routes),
    pageCommand('refunds', 'what came back to the wallet, or is held for it').action(refunds),
    restCommand('events', 'what happened to the routes of the wallet, in order, the oldest first')
      .option('--after <number>', 'those behind this one, as it is numbered', '0')
      .addHelpText(
        'after',
        `
From the first sign-in on. No number is left out, so who keeps the last one and asks for what comes after it misses nothing.`,
      )
      .action(events),
    pageCommand('sponsored', 'the sponsored calls that the wallet signed, newest first').action(
      sponsored,
    ),
    restCommand('export', 'all routes of the wallet in one file')
      .addOption(
        new Option('--format <format>', 'of the file').choices(['csv', 'ndjson']).default('csv'),
      )
      .option(
        '-o, --output <file>',
        'where to, instead of standard output; one that is there stays',
      )
      .action(exportAll),
    hooksCommand(),
  ];
}

interface LoginOptions extends RestOptions, KeyOptions {
  readonly chain: number;
  readonly hours: number;
  readonly origin?: string;
}

function loginCommand(): Command {
  return restCommand('login', 'sign in with a wallet: it signs a text that moves nothing')
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .option(
      '--chain <id>',
      'the chain that the text names, by its number',
      wholeUpTo(2 ** 48),
      8453,
    )
    .option('--hours <hours>', 'how long the session lasts, a day at most', wholeUpTo(24), 12)
    .option(
      '--origin <origin>',
      "where the service says that wallets sign in, where that is not --url's",
    )
    .addHelpText(
      'after',
      `
The session's token is kept in ~/.interline/sessions (INTERLINE_SESSIONS), readable by you alone. It shows the wallet its
own routes and cares for its webhooks, agents and mandates; it moves no money.

Examples:
  npx interline account login --key-file wallet.key
  npx interline account routes
  npx interline account export --format csv -o routes.csv`,
    )
    .action(login);
}

async function login({ url, json, chain, hours, origin, ...key }: LoginOptions): Promise<void> {
  const out = terminal(json);
  const signer = readKey(key);
  const client = createClient({ baseUrl: url, tries: 1 });
  const session = await signIn(client, signer, {
    origin: origin ?? new URL(url).origin,
    chainId: chain,
    scopes: ['account.read', 'hooks', 'agents', 'mandates'],
    lifeSec: hours * 3_600,
  });
  const kept = sessionOf(url);
  const former = await kept.read(Date.now()).catch(() => null);
  await kept.keep(session);
  // Its token is nowhere else: nobody could end it any more.
  const isEnded =
    former !== null &&
    (await client.call('DELETE /api/account/session', {}, asSession(former.token)).then(
      () => true,
      () => false,
    ));
  const { token: _kept, ...shown } = session;
  out.result({ ...shown, file: kept.file }, () => {
    out.step('wallet', shown.address);
    out.step('until', new Date(shown.expiresAt).toISOString());
    out.step('kept in', `${kept.file}, for you alone`);
    if (isEnded) out.step('ended', `the session of ${former.address} that was kept there`);
  });
}

function logoutCommand(): Command {
  return restCommand('logout', 'end the session, here and at the service').action(
    async ({ url, json }: RestOptions) => {
      const kept = sessionOf(url);
      const { token } = await kept.read(Date.now());
      await createClient({ baseUrl: url })
        .call('DELETE /api/account/session', {}, asSession(token))
        .catch((error: unknown) => {
          // It is over there already.
          if (!(error instanceof ServiceError && error.errorCode === 'SESSION_EXPIRED'))
            throw error;
        });
      await kept.forget();
      const out = terminal(json);
      out.result({ ended: true }, () => out.line('Signed out.'));
    },
  );
}

/** Of the account itself, where `account show` names no account of the relayer. */
export async function showOwn({ url, json }: RestOptions): Promise<void> {
  const { call, client } = await signedIn(url);
  const account = await call('GET /api/account', {});
  const out = terminal(json);
  if (out.isJson) return out.result(account);
  const amounts = await readTokenAmounts(client);
  out.step('wallet', account.address);
  out.step('since', new Date(account.since).toISOString());
  out.step('routes', `${account.open} open, ${account.done} done, ${account.failed} failed`);
  const { hooks } = account.limits;
  out.step('webhooks', `${hooks.used} of ${hooks.most}`);
  const { member, used, left } = account.membership;
  if (member) out.step('free today', `${used} transfers used, ${left} left; as a member`);
  for (const { chainId, token, amount, routeId } of account.owed)
    out.step(
      'owed',
      `${amounts.of(amount, chainId, token)} on ${amounts.chain(chainId)} of ${routeId}`,
    );
}

interface PageOptions extends RestOptions {
  readonly limit: number;
  readonly next?: string;
}

function pageCommand(name: string, description: string): Command {
  return restCommand(name, description)
    .option('--limit <count>', 'how many a page has, 100 at most', wholeUpTo(100), 25)
    .option('--next <place>', 'the page behind this one, as the page before names it');
}

async function routes({
  url,
  json,
  limit,
  next,
  status,
}: PageOptions & {
  readonly status?: 'BRIDGING' | 'FUNDS_REQUIRED' | 'DONE' | 'FAILED';
}): Promise<void> {
  const { call, client } = await signedIn(url);
  const page = await call('GET /api/account/routes', {
    query: { ...pageOf(limit, next), ...(status === undefined ? {} : { status }) },
  });
  const out = terminal(json);
  if (out.isJson) return out.result(page);
  if (page.items.length === 0) return out.line('The service lists no such route of this wallet.');
  const amounts = await readTokenAmounts(client);
  out.line(
    columns([
      ['route', 'status', 'stage', 'sent', 'to'],
      ...page.items.map(({ id, status: now, stage, from, to }) => [
        id,
        statusColour(now)(now),
        stage,
        `${amounts.of(from.amount, from.chain, from.token)} on ${amounts.chain(from.chain)}`,
        `${to.recipient} on ${amounts.chain(to.chain)}`,
      ]),
    ]),
  );
  if (page.next !== null) out.line(`more: add --next ${page.next}`);
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

async function refunds({ url, json, limit, next }: PageOptions): Promise<void> {
  const { call, client } = await signedIn(url);
  const page = await call('GET /api/account/refunds', { query: pageOf(limit, next) });
  const out = terminal(json);
  if (out.isJson) return out.result(page);
  if (page.items.length === 0)
    return out.line('Nothing came back to this wallet, and nothing is held.');
  const amounts = await readTokenAmounts(client);
  out.line(
    columns([
      ['route', 'amount', 'state', 'transaction'],
      ...page.items.map(({ routeId, chainId, token, amount, state, refundTx, heldReason }) => [
        routeId,
        `${amounts.of(amount, chainId, token)} on ${amounts.chain(chainId)}`,
        heldReason === null ? state : `${state}: ${heldReason}`,
        refundTx ?? '',
      ]),
    ]),
  );
  if (page.next !== null) out.line(`more: add --next ${page.next}`);
}

async function sponsored({ url, json, limit, next }: PageOptions): Promise<void> {
  const { call, client } = await signedIn(url);
  const page = await call('GET /api/account/sponsored', { query: pageOf(limit, next) });
  const out = terminal(json);
  if (out.isJson) return out.result(page);
  if (page.items.length === 0) return out.line('This wallet signed no sponsored calls here.');
  const amounts = await readTokenAmounts(client);
  out.line(
    columns([
      ['call', 'status', 'chain', 'fee', 'transaction', 'why it failed'],
      ...page.items.map(({ id, kind, status, chainId, fee, txHash, innerError }) => [
        id,
        kind === 'calls' ? status : `${status}, a revocation`,
        amounts.chain(chainId),
        fee === null ? '' : amounts.of(fee.amount, chainId, fee.token),
        txHash ?? '',
        innerError ?? '',
      ]),
    ]),
  );
  if (page.next !== null) out.line(`more: add --next ${page.next}`);
}

async function exportAll({
  url,
  format,
  output,
}: RestOptions & { readonly format: string; readonly output?: string }): Promise<void> {
  // Asked first: the service gives few of these a minute.
  if (output !== undefined && existsSync(output)) throw taken(output);
  const { token } = await sessionOf(url).read(Date.now());
  const answer = await fetch(`${url}/api/account/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  // CAST: a refusal is an object.
  if (!answer.ok)
    throw new ServiceError(answer.status, JSON.parse(text) as Record<string, unknown>);
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(output, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw taken(output, error);
  }
  console.error(`written to ${output}`);
}

function taken(output: string, cause?: unknown): WrongStateError {
  return new WrongStateError(
    `${output} cannot be written, or is there already; name another with --output`,
    { cause },
  );
}

function hooksCommand(): Command {
  return new Command('hooks')
    .description("the account's webhooks")
    .addCommand(restCommand('list', 'each with its events and how it fares').action(listHooks))
    .addCommand(
      restCommand('add', 'call a URL for events; its secret is shown this once')
        .argument('<url>', 'an http or https URL of a public address')
        .option('--events <kinds>', 'separated by commas; left out, all', commas, ['*'])
        .addHelpText(
          'after',
          '\n"interline listen --secret <what this shows>" takes and checks them on this machine, at http://127.0.0.1:8790/.',
        )
        .action(addHook),
    )
    .addCommand(
      hookCommand('remove', 'end a webhook', async (id, { call }) => {
        await call('DELETE /api/account/hooks/{id}', { params: { id } });
        return 'It is called no more.';
      }),
    )
    .addCommand(
      hookCommand(
        'test',
        'send it hook.test; one that was disabled is called again',
        async (id, { call }) => {
          const { seq } = await call('POST /api/account/hooks/{id}/test', { params: { id } });
          return `Event ${seq} is sent to it now.`;
        },
      ),
    )
    .addCommand(
      hookCommand(
        'rotate',
        'another secret; the one before signs beside it for a day',
        async (id, { call }) => {
          const { secret } = await call('POST /api/account/hooks/{id}/rotate', { params: { id } });
          return `secret: ${secret}`;
        },
      ),
    )
    .addCommand(
      restCommand('deliveries', 'what it was sent, the newest first')
        .argument('<id>', 'the webhook')
        .action(listDeliveries),
    )
    .addCommand(
      restCommand('redeliver', 'send a delivery again, under the same id')
        .argument('<id>', 'the webhook')
        .argument('<delivery>', 'as "hooks deliveries" lists it')
        .action(redeliver),
    );
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** A command on one webhook, which says what came of it. */
function hookCommand(
  name: string,
  description: string,
  run: (id: string, session: SignedIn) => Promise<string>,
): Command {
  return restCommand(name, description)
    .argument('<id>', 'the webhook')
    .action(async (id: string, { url, json }: RestOptions) => {
      const out = terminal(json);
      const said = await run(id, await signedIn(url));
      out.result({ id, said }, () => out.line(said));
    });
}

async function listHooks({ url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/account/hooks', {});
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'The account has no webhook.'
        : columns([
            ['webhook', 'status', 'events', 'url'],
            ...items.map((hook) => [hook.id, hook.status, hook.events.join(', '), hook.url]),
          ]),
    ),
  );
}

async function addHook(
  target: string,
  { url, json, events }: RestOptions & { readonly events: readonly string[] },
): Promise<void> {
  const { call } = await signedIn(url);
  const made = await call('POST /api/account/hooks', {
    // CAST: the service reads the kinds, and says of a wrong one which there are.
    body: { url: target, events: [...events] as '*'[] },
  });
  const out = terminal(json);
  out.result(made, () => {
    out.step('webhook', made.id);
    out.step('secret', `${made.secret}, shown this once`);
  });
}

async function listDeliveries(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/account/hooks/{id}/deliveries', { params: { id } });
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'Nothing was sent to it.'
        : columns([
            ['delivery', 'event', 'state', 'tries'],
            ...items.map(({ id: delivery, seq, state, attempts }) => [
              delivery,
              String(seq),
              state,
              String(attempts.length),
            ]),
          ]),
    ),
  );
}

async function redeliver(id: string, did: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const answer = await call('POST /api/account/hooks/{id}/deliveries/{did}/redeliver', {
    params: { id, did },
  });
  const out = terminal(json);
  out.result(answer, () => out.line(`${did} is sent again now.`));
}

/** The service, asked by the session that is kept. */
export async function signedIn(
  url: string,
): Promise<{ readonly client: Client; readonly call: Client['call'] }> {
  const { token } = await sessionOf(url).read(Date.now());
  const client = createClient({ baseUrl: url, ...asSession(token) });
  return { client, call: client.call };
}

function pageOf(limit: number, next: string | undefined) {
  return { limit: String(limit), ...(next === undefined ? {} : { next }) };
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= most) return value;
    throw new InvalidArgumentError(`wanted a whole number from 1 to ${most}`);
  };
}

function commas(text: string): readonly string[] {
  return text.split(',');
}

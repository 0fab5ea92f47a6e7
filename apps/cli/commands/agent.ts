import { type Agent, type AgentsBody, type Client, proveAgentKey } from '@interline/client';
import { Command, Option } from 'commander';
import { chainCalled } from '../rest/chain-called.ts';
import { keptAgentKey } from '../rest/kept-agent-key.ts';
import { sessionOf } from '../rest/kept-session.ts';
import { cents, dollars, wholeDays } from '../show/dollars.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { signedIn } from './own-account.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function agentCommand(): Command {
  return new Command('agent')
    .addCommand(registerCommand())
    .addCommand(restCommand('ls', "the wallet's agents, each with its state").action(list))
    .addCommand(
      restCommand('show', 'one of them: its policy, what is left of its day, what waits for you')
        .argument('<id>', 'the agent')
        .action(show),
    )
    .addCommand(
      restCommand('freeze', 'have it act no more')
        .argument('<id>', 'the agent')
        .option('--undo', 'let it go on')
        .action(freeze),
    )
    .addCommand(policyCommand())
    .addCommand(
      restCommand('rotate', 'another key in the place of the one before, which signs nothing more')
        .argument('<id>', 'the agent')
        .requiredOption(
          '--key <file>',
          'where the new key is, as a JWK; drawn into it where it is not there',
        )
        .option(
          '--origin <origin>',
          'where the service says it is reached, where that is not --url',
        )
        .action(rotate),
    )
    .addCommand(
      restCommand('approve', 'let a transfer that it asked for pass once')
        .argument('<id>', 'the agent')
        .argument('<approval>', 'as "agent show" lists it')
        .option('--deny', 'do not let it pass')
        .action(approve),
    )
    .addCommand(
      restCommand('activity', 'what it did and what was done with it, newest first')
        .argument('<id>', 'the agent')
        .option('--limit <count>', 'how many, 100 at most', '25')
        .option('--next <place>', 'the page behind this one, as the page before names it')
        .action(activity),
    )
    .addCommand(
      restCommand('rm', 'end it: its key signs nothing here any more')
        .argument('<id>', 'the agent')
        .action(remove),
    );
}

interface RegisterOptions extends RestOptions {
  readonly key: string;
  readonly perRoute: string;
  readonly perDay: string;
  readonly tokens: readonly string[];
  readonly chains: readonly string[];
  readonly to: readonly string[];
  readonly approveAbove?: string;
  readonly days: number;
  readonly origin?: string;
}

function registerCommand(): Command {
  return restCommand('register', 'let a program act for the wallet that signed in, within a policy')
    .argument('<name>', 'what you call it')
    .requiredOption(
      '--key <file>',
      'where its key is, as a JWK; drawn into it where it is not there',
    )
    .requiredOption('--per-route <dollars>', 'the most that one transfer may be worth', cents)
    .requiredOption('--per-day <dollars>', 'the same of all of a day of UTC', cents)
    .requiredOption('--tokens <symbols>', 'separated by commas; all for every one', commas)
    .requiredOption('--chains <chains>', 'by their numbers or names; all for every one', commas)
    .requiredOption('--to <addresses>', 'whom it may pay; all for everybody', commas)
    .option('--approve-above <dollars>', 'what is worth more waits for your word', cents)
    .addOption(new Option('--days <days>', 'how long it may act').default(30).argParser(wholeDays))
    .option('--origin <origin>', 'where the service says it is reached, where that is not --url')
    .addHelpText(
      'after',
      `
The key is the agent's alone: give it the file, and keep the wallet's own key from it. Each transfer still takes the
wallet's signature over the money; the agent asks for what was signed, and no more than the policy allows.

Example:
  npx interline account login --key-file wallet.key
  npx interline agent register "Pays invoices" --key agent.jwk --per-route 100 --per-day 500 \\
    --tokens USDC --chains 8453,42161 --to 0x... --approve-above 50`,
    )
    .action(register);
}

async function register(name: string, options: RegisterOptions): Promise<void> {
  const { url, json, key: file, days, approveAbove } = options;
  const { call, client } = await signedIn(url);
  const { address: owner } = await sessionOf(url).read(Date.now());
  const key = await keptAgentKey(file);
  const { origin = new URL(url).origin } = options;
  const policy: AgentsBody['policy'] = {
    maxPerRoute: options.perRoute,
    maxPerDay: options.perDay,
    tokens: listOf(options.tokens),
    chains: await chainsOf(client, options.chains),
    recipients: listOf(options.to),
    ...(approveAbove === undefined ? {} : { approveAbove }),
    expiresAt: Date.now() + days * 86_400_000,
  };
  const agent = await call('POST /api/agents', {
    body: { name, ...(await proveAgentKey(key, { origin, owner })), policy },
  });
  const out = terminal(json);
  out.result({ ...agent, file }, () => {
    out.step('agent', agent.id);
    out.step('key', `${file}, for the agent alone`);
    for (const [label, text] of policyLines(agent)) out.step(label, text);
  });
}

type PolicyOptions = RestOptions &
  Partial<Omit<RegisterOptions, 'key' | 'origin'>> & {
    readonly name?: string;
    readonly approveAll?: boolean;
  };

function policyCommand(): Command {
  return restCommand('policy', 'another policy from now on; what is left out stays as it is')
    .argument('<id>', 'the agent')
    .option('--per-route <dollars>', 'the most that one transfer may be worth', cents)
    .option('--per-day <dollars>', 'the same of all of a day of UTC', cents)
    .option('--tokens <symbols>', 'separated by commas; all for every one', commas)
    .option('--chains <chains>', 'by their numbers or names; all for every one', commas)
    .option('--to <addresses>', 'whom it may pay; all for everybody', commas)
    .option('--approve-above <dollars>', 'what is worth more waits for your word', cents)
    .option('--approve-all', 'nothing waits for your word any more')
    .option('--days <days>', 'how long it may act, from now on', wholeDays)
    .option('--name <name>', 'what you call it')
    .action(changePolicy);
}

async function changePolicy(id: string, options: PolicyOptions): Promise<void> {
  const { url, json, name, tokens, chains, to, days, approveAll = false } = options;
  const { call, client } = await signedIn(url);
  const params = { id };
  const { policy } = await call('GET /api/agents/{id}', { params });
  const agent = await call('PATCH /api/agents/{id}', {
    params,
    body: {
      ...(name === undefined ? {} : { name }),
      policy: {
        maxPerRoute: options.perRoute ?? policy.maxPerRoute,
        maxPerDay: options.perDay ?? policy.maxPerDay,
        tokens: tokens === undefined ? policy.tokens : listOf(tokens),
        chains: chains === undefined ? policy.chains : await chainsOf(client, chains),
        recipients: to === undefined ? policy.recipients : listOf(to),
        approveAbove: approveAll ? null : (options.approveAbove ?? policy.approveAbove),
        expiresAt: days === undefined ? policy.expiresAt : Date.now() + days * 86_400_000,
      },
    },
  });
  const out = terminal(json);
  out.result(agent, () => {
    out.step('agent', `${agent.name}, ${agent.state}`);
    for (const [label, text] of policyLines(agent)) out.step(label, text);
  });
}

async function rotate(
  id: string,
  {
    url,
    json,
    key: file,
    origin,
  }: RestOptions & { readonly key: string; readonly origin?: string },
): Promise<void> {
  const { call } = await signedIn(url);
  const { address: owner } = await sessionOf(url).read(Date.now());
  const key = await keptAgentKey(file);
  const agent = await call('POST /api/agents/{id}/rotate', {
    params: { id },
    body: await proveAgentKey(key, { origin: origin ?? new URL(url).origin, owner }),
  });
  const out = terminal(json);
  out.result({ ...agent, file }, () => {
    out.step('agent', agent.id);
    out.step('key', `${file}, for the agent alone; the one before signs nothing any more`);
  });
}

async function list({ url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/agents', {});
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'The wallet has no agent.'
        : columns([
            ['agent', 'state', 'per route', 'per day', 'name'],
            ...items.map(({ id, state, policy, name }) => [
              ...[id, state],
              ...[dollars(policy.maxPerRoute), dollars(policy.maxPerDay), name],
            ]),
          ]),
    ),
  );
}

async function show(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const params = { id };
  const agent = await call('GET /api/agents/{id}', { params });
  const { items } = await call('GET /api/agents/{id}/approvals', { params });
  const waiting = items.filter(({ state }) => state === 'asked');
  const out = terminal(json);
  out.result({ ...agent, waiting }, () => {
    out.step('agent', `${agent.name}, ${agent.state}`);
    for (const [label, text] of policyLines(agent)) out.step(label, text);
    const { reserved, spent, left } = agent.today;
    out.step(
      'today',
      `${dollars(left)} left, ${dollars(spent)} spent, ${dollars(reserved)} under way`,
    );
    for (const { id: approval, cents: worth, about } of waiting)
      out.step(
        'waits',
        `${approval}: ${dollars(worth)} from ${String(about['fromChain'])} to ${String(about['recipient'])} on ${String(about['toChain'])}`,
      );
  });
}

async function freeze(
  id: string,
  { url, json, undo = false }: RestOptions & { readonly undo?: boolean },
): Promise<void> {
  const { call } = await signedIn(url);
  const params = { id };
  const agent = undo
    ? await call('PATCH /api/agents/{id}', { params, body: { state: 'active' } })
    : await call('POST /api/agents/{id}/freeze', { params });
  const out = terminal(json);
  out.result(agent, () =>
    out.line(undo ? 'It goes on within its policy.' : 'It acts no more; --undo lets it go on.'),
  );
}

async function approve(
  id: string,
  aid: string,
  { url, json, deny = false }: RestOptions & { readonly deny?: boolean },
): Promise<void> {
  const { call } = await signedIn(url);
  const approval = await call('POST /api/agents/{id}/approvals/{aid}', {
    params: { id, aid },
    body: { decision: deny ? 'deny' : 'approve' },
  });
  const out = terminal(json);
  const said = {
    asked: 'It waits.',
    approved: 'It passes once, when the agent sends the same body again.',
    denied: 'It does not pass.',
    used: 'It has passed before.',
  }[approval.state];
  out.result(approval, () => out.line(said));
}

async function activity(
  id: string,
  { url, json, limit, next }: RestOptions & { readonly limit: string; readonly next?: string },
): Promise<void> {
  const { call } = await signedIn(url);
  const page = await call('GET /api/agents/{id}/activity', {
    params: { id },
    query: { limit, ...(next === undefined ? {} : { next }) },
  });
  const out = terminal(json);
  out.result(page, () => {
    out.line(
      columns(
        page.items.map(({ seq, ts, kind, about }) => [
          ...[String(seq), new Date(ts).toISOString(), kind],
          Object.entries(about)
            .map(([name, value]) => `${name} ${value ?? 'none'}`)
            .join(', '),
        ]),
      ),
    );
    if (page.next !== null) out.line(`more: add --next ${page.next}`);
  });
}

async function remove(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  await call('DELETE /api/agents/{id}', { params: { id } });
  const out = terminal(json);
  out.result({ deleted: true }, () => out.line('Its key signs nothing here any more.'));
}

function policyLines({ policy }: Pick<Agent, 'policy'>): readonly (readonly [string, string])[] {
  const { approveAbove, tokens, chains, recipients, expiresAt } = policy;
  const said = (list: readonly (string | number)[]): string =>
    list.length === 0 ? 'none' : list.map((one) => (one === '*' ? 'all' : one)).join(', ');
  return [
    ['per route', dollars(policy.maxPerRoute)],
    ['per day', dollars(policy.maxPerDay)],
    ['your word', approveAbove === null ? 'for nothing' : `above ${dollars(approveAbove)}`],
    ['tokens', said(tokens)],
    ['chains', said(chains)],
    ['pays', said(recipients)],
    ['until', new Date(expiresAt).toISOString()],
  ];
}

function commas(text: string): readonly string[] {
  return text.split(',');
}

function listOf(names: readonly string[]): string[] {
  return names.map((name) => (name === 'all' ? '*' : name));
}

/** Names as the service itself has them; who writes `base` means its number. */
async function chainsOf(
  client: Pick<Client, 'call'>,
  names: readonly string[],
): Promise<(string | number)[]> {
  const chains = await Promise.all(
    listOf(names).map(async (name) =>
      name === '*' ? name : chainCalled(client, name.toLowerCase()),
    ),
  );
  return chains.map((chain) => (/^\d+$/.test(chain) ? Number(chain) : chain));
}

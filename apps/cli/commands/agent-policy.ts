import { type Agent, type AgentsBody, type Client, proveAgentKey } from '@interline/client';
import { type Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { chainCalled } from '../rest/chain-called.ts';
import { keptAgentKey } from '../rest/kept-agent-key.ts';
import { sessionOf } from '../rest/kept-session.ts';
import { signedIn } from '../rest/signed-in.ts';
import { cents, dollars, wholeDays } from '../show/dollars.ts';
import { terminal } from '../show/terminal.ts';
import { commas, restCommand, type RestOptions } from './shared-options.ts';

interface PolicyOptions {
  readonly perRoute: string;
  readonly perDay: string;
  readonly tokens: readonly string[];
  readonly chains: readonly string[];
  readonly to: readonly string[];
  readonly approveAbove?: string;
  readonly maxSlippage?: number;
  readonly days: number;
}

/**
 * The parts of a policy as options. `register` needs all but the last three; `policy` keeps the
 * parts that are left out.
 */
function policyOptions(): readonly Option[] {
  return [
    new Option('--per-route <dollars>', 'the most that one transfer may be worth').argParser(cents),
    new Option('--per-day <dollars>', 'the most that a UTC day may be worth').argParser(cents),
    new Option('--tokens <symbols>', 'separated by commas, or "all"').argParser(commas),
    new Option('--chains <chains>', 'by number or name, or "all"').argParser(commas),
    new Option('--to <addresses>', 'the recipients it may pay, or "all"').argParser(commas),
    new Option('--approve-above <dollars>', 'transfers worth more need your approval').argParser(
      cents,
    ),
    new Option(
      '--max-slippage <fraction>',
      'the most slippage that a transfer may accept, as 0.005',
    ).argParser(Number),
    new Option('--days <days>', 'how long it may act, from now').argParser(wholeDays),
  ];
}

/** Optional in `register` too. */
const optional: readonly string[] = ['approveAbove', 'maxSlippage', 'days'];

export function originOption(): Option {
  return new Option(
    '--origin <origin>',
    'the origin that the service is reached at, if it differs from --url',
  );
}

interface RegisterOptions extends RestOptions, PolicyOptions {
  readonly key: string;
  readonly origin?: string;
}

export function registerCommand(): Command {
  const command = restCommand(
    'register',
    'let a program act for the signed-in wallet, within a policy',
  )
    .argument('<name>', 'a name of your choice')
    .requiredOption(
      '--key <file>',
      "the agent's key as a JWK; a new key is written if there is no file",
    )
    .addOption(originOption())
    .addHelpText(
      'after',
      `
The key belongs to the agent alone: give it the file, and keep the wallet's own key from it. Each transfer still needs the
wallet's signature over the money; the agent requests what was signed, within the policy.

Example:
  npx interline account login --key-file wallet.key
  npx interline agent register "Pays invoices" --key agent.jwk --per-route 100 --per-day 500 \\
    --tokens USDC --chains 8453,42161 --to 0x... --approve-above 50`,
    )
    .action(register);
  for (const option of policyOptions()) {
    if (option.attributeName() === 'days') option.default(30);
    command.addOption(option.makeOptionMandatory(!optional.includes(option.attributeName())));
  }
  return command;
}

async function register(name: string, options: RegisterOptions): Promise<void> {
  const { url, json, key: file, days, approveAbove, maxSlippage } = options;
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
    ...(maxSlippage === undefined ? {} : { maxSlippage }),
    expiresAt: Date.now() + days * 86_400_000,
  };
  const agent = await call('POST /api/agents', {
    body: { name, ...(await proveAgentKey(key, { origin, owner })), policy },
  });
  const out = terminal(json);
  out.result({ ...agent, file }, () => {
    out.step('agent', agent.id);
    out.step('key', `${file}; give it to the agent alone`);
    for (const [label, text] of policyLines(agent)) out.step(label, text);
  });
}

type ChangeOptions = RestOptions &
  Partial<PolicyOptions> & { readonly name?: string; readonly approveAll?: boolean };

export function policyCommand(): Command {
  const command = restCommand('policy', 'change the policy; parts left out stay as they are')
    .argument('<id>', 'the agent')
    .option('--name <name>', 'another name')
    .addOption(
      new Option('--approve-all', 'no transfer needs your approval any more').conflicts(
        'approveAbove',
      ),
    )
    .action(changePolicy);
  for (const option of policyOptions()) command.addOption(option);
  return command;
}

async function changePolicy(id: string, options: ChangeOptions): Promise<void> {
  const { url, json, ...changes } = options;
  const { name, tokens, chains, to, days, approveAll = false } = changes;
  if (Object.keys(changes).length === 0)
    throw new UsageError(
      `nothing to change; name a part, e.g. --per-day 500 ("interline agent show ${id}" shows the policy)`,
    );
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
        maxSlippage: options.maxSlippage ?? policy.maxSlippage,
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

export function policyLines({
  policy,
}: Pick<Agent, 'policy'>): readonly (readonly [string, string])[] {
  const { approveAbove, maxSlippage, tokens, chains, recipients, expiresAt } = policy;
  const listed = (list: readonly (string | number)[]): string =>
    list.length === 0 ? 'none' : list.map((one) => (one === '*' ? 'all' : one)).join(', ');
  return [
    ['per route', dollars(policy.maxPerRoute)],
    ['per day', dollars(policy.maxPerDay)],
    ['approval', approveAbove === null ? 'never needed' : `above ${dollars(approveAbove)}`],
    ['slippage', `at most ${Number((maxSlippage * 100).toFixed(4))} %`],
    ['tokens', listed(tokens)],
    ['chains', listed(chains)],
    ['recipients', listed(recipients)],
    ['until', new Date(expiresAt).toISOString()],
  ];
}

function listOf(names: readonly string[]): string[] {
  return names.map((name) => (name === 'all' ? '*' : name));
}

/** Chains that the service knows by name, such as `base`, become numbers. */
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

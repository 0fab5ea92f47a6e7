import { type AgentApproval, proveAgentKey } from '@interline/client';
import { Command } from 'commander';
import { WrongStateError } from '../exit-codes.ts';
import { keptAgentKey } from '../rest/kept-agent-key.ts';
import { sessionOf } from '../rest/kept-session.ts';
import { signedIn } from '../rest/signed-in.ts';
import { dollars } from '../show/dollars.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { originOption, policyCommand, policyLines, registerCommand } from './agent-policy.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function agentCommand(): Command {
  return new Command('agent')
    .addCommand(registerCommand())
    .addCommand(restCommand('ls', "the wallet's agents, each with its state").action(list))
    .addCommand(
      restCommand('show', "an agent's policy, the rest of its daily budget, pending approvals")
        .argument('<id>', 'the agent')
        .action(show),
    )
    .addCommand(
      restCommand('freeze', 'stop an agent until you let it continue')
        .argument('<id>', 'the agent')
        .option('--undo', 'let it continue')
        .action(freeze),
    )
    .addCommand(policyCommand())
    .addCommand(
      restCommand('rotate', "replace an agent's key; the old key stops working")
        .argument('<id>', 'the agent')
        .requiredOption(
          '--key <file>',
          'the new key as a JWK; a new key is written if there is no file',
        )
        .addOption(originOption())
        .action(rotate),
    )
    .addCommand(
      restCommand('approve', 'approve one transfer that it requested')
        .argument('<id>', 'the agent')
        .argument('<approval>', 'as "agent show" lists it')
        .option('--deny', 'deny it instead')
        .action(approve),
    )
    .addCommand(
      restCommand('activity', "an agent's activity and your changes to it, newest first")
        .argument('<id>', 'the agent')
        .option('--limit <count>', 'entries per page, up to 100', '25')
        .option('--next <place>', 'the next page, as the previous page names it')
        .action(activity),
    )
    .addCommand(
      restCommand('rm', 'delete an agent; its key stops working')
        .argument('<id>', 'the agent')
        .action(remove),
    );
}

async function list({ url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/agents', {});
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'The wallet has no agents.'
        : columns([
            ['agent', 'state', 'per route', 'per day', 'name'],
            ...items.map(({ id, state, policy, name }) => [
              id,
              state,
              dollars(policy.maxPerRoute),
              dollars(policy.maxPerDay),
              name,
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
        'pending',
        `${approval}: ${dollars(worth)} from ${String(about['fromChain'])} ${recipientOf(about)}`,
      );
  });
}

/** With the memo, which alone identifies an exchange's customer, and the least that arrives. */
function recipientOf(about: AgentApproval['about']): string {
  const { recipient, memo, toChain, toToken, receivesAtLeast } = about;
  const note = memo === undefined ? '' : ` with the memo ${String(memo)}`;
  const least = String(receivesAtLeast ?? `an amount of ${String(toToken)} that was not stated`);
  return `to ${String(recipient)}${note} on ${String(toChain)}, where at least ${least} arrives`;
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
    out.line(undo ? 'It continues within its policy.' : 'It is stopped; --undo lets it continue.'),
  );
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
    out.step('key', `${file}; give it to the agent alone. The old key has stopped working`);
  });
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
  if (approval.state === 'used')
    throw new WrongStateError('it was approved and used before; nothing was changed');
  const out = terminal(json);
  const outcome = deny
    ? 'Denied.'
    : 'Approved for one transfer, once the agent sends the same request again.';
  out.result(approval, () => out.line(outcome));
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
          String(seq),
          new Date(ts).toISOString(),
          kind,
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
  out.result({ deleted: true }, () => out.line('Deleted; its key has stopped working.'));
}

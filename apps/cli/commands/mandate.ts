import type { Mandate } from '@interline/client';
import { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { signedIn } from './own-account.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function mandateCommand(): Command {
  return new Command('mandate')
    .addCommand(restCommand('ls', "the wallet's mandates, newest first").action(list))
    .addCommand(
      restCommand('show', 'one of them: its constraints, its ceiling, what is left')
        .argument('<id>', 'the mandate')
        .action(show),
    )
    .addCommand(
      restCommand('receipts', 'the verdicts on what was paid under it, newest first')
        .argument('<id>', 'the mandate')
        .action(receipts),
    )
    .addCommand(
      restCommand('revoke', 'have nothing more paid under it, for good')
        .argument('<id>', 'the mandate')
        .action(revoke),
    );
}

async function list({ url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/mandates', { query: { limit: '100' } });
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'The wallet has no mandate.'
        : columns(items.map((one) => [one.id, one.state, leftOf(one)])),
    ),
  );
}

async function show(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  print(await call('GET /api/mandates/{id}', { params: { id } }), json);
}

async function revoke(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  print(await call('DELETE /api/mandates/{id}', { params: { id } }), json);
}

async function receipts(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/mandates/{id}/receipts', {
    params: { id },
    query: { limit: '100' },
  });
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'Nothing was paid under it.'
        : columns(
            items.map(({ ts, kind, routeId }) => [new Date(ts).toISOString(), kind, routeId]),
          ),
    ),
  );
}

function print(mandate: Mandate, json: boolean): void {
  const out = terminal(json);
  const { ceiling, constraints } = mandate;
  out.result({ ...mandate }, () => {
    out.step('mandate', `${mandate.id}, ${mandate.state}`);
    out.step('left', leftOf(mandate));
    out.step('ceiling', `${ceiling.amount} of ${ceiling.token} on ${String(ceiling.chainId)}`);
    out.step('agent', mandate.agent);
    for (const { kind, ...rest } of constraints) out.step(String(kind), JSON.stringify(rest));
  });
}

function leftOf({ budget, uses }: Mandate): string {
  const dollars =
    budget.left === null ? 'no budget' : `${(Number(budget.left) / 100).toFixed(2)} USD`;
  return uses.left === null ? dollars : `${dollars}, ${uses.left} payments`;
}

import { Command } from 'commander';
import { signedIn } from '../rest/signed-in.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { makeMandateCommand } from './mandate-make.ts';
import { payMandateCommand } from './mandate-pay.ts';
import { restCommand, type RestOptions } from './shared-options.ts';
import { leftOf, showMandate } from './show-mandate.ts';

export function mandateCommand(): Command {
  return new Command('mandate')
    .addCommand(makeMandateCommand())
    .addCommand(payMandateCommand())
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
      restCommand('revoke', 'end it for good: nothing more is paid under it')
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
  showMandate(await call('GET /api/mandates/{id}', { params: { id } }), {
    json,
    amounts: await readTokenAmounts({ call }),
  });
}

async function revoke(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  showMandate(await call('DELETE /api/mandates/{id}', { params: { id } }), {
    json,
    amounts: await readTokenAmounts({ call }),
  });
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

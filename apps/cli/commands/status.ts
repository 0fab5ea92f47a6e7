import type { Command } from 'commander';
import { followRoute } from '../rest/follow-route.ts';
import { serviceClient } from '../rest/service-client.ts';
import { showProgress, showReceipt } from '../show/receipt-lines.ts';
import { terminal } from '../show/terminal.ts';
import { type RestOptions, restCommand } from './shared-options.ts';

export function statusCommand(): Command {
  return restCommand('status', 'show where a route stands')
    .argument('<id>', 'the id that execute answered, rt_... or sbx_...')
    .option('-w, --watch', 'follow it until it is DONE or FAILED', false)
    .action(status);
}

async function status(id: string, options: RestOptions & { readonly watch: boolean }): Promise<void> {
  const out = terminal(options.json);
  const client = serviceClient(options.url);
  const receipt = options.watch
    ? await followRoute(client, id, (change) => showProgress(out, change))
    : await client.get(`/api/route/status?id=${encodeURIComponent(id)}`);
  out.result(receipt, () => {
    if (!options.watch) showProgress(out, receipt);
    showReceipt(out, receipt);
  });
}

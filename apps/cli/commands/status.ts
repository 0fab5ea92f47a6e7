import { createClient } from '@interline/client';
import type { Command } from 'commander';
import { showProgress, showReceipt } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function statusCommand(): Command {
  return restCommand('status', 'show where a route stands')
    .argument('<id>', 'the id that execute answered, rt_... or sbx_...')
    .option('-w, --watch', 'follow it until it is DONE or FAILED', false)
    .action(status);
}

async function status(
  id: string,
  options: RestOptions & { readonly watch: boolean },
): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  const receipt = options.watch
    ? await client.waitForRoute(id, { onChange: (change) => showProgress(out, change) })
    : await client.status(id);
  const amounts = await readTokenAmounts(client);
  out.result(receipt, () => {
    if (!options.watch) showProgress(out, receipt);
    showReceipt(out, receipt, amounts);
  });
}

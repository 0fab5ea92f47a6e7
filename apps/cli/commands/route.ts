import { Command } from 'commander';
import { showProgress, showReceipt } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator.ts';
import type { RestOptions } from './shared-options.ts';

export function routeCommand(): Command {
  return new Command('route')
    .description('operator commands on one route')
    .addCommand(
      operatorCommand('refund', 'try a held refund (stage REFUND_HELD) again now')
        .argument('<id>', 'the route')
        .action(refund),
    );
}

async function refund(id: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const receipt = await operatorClient(options).call('POST /operator/refund', { body: { id } });
  out.result(receipt, () => {
    showProgress(out, receipt);
    showReceipt(out, receipt);
  });
}

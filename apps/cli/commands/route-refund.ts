import { createClient } from '@interline/client';
import { Command } from 'commander';
import { showProgress, showReceipt } from '../show/receipt-lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorTokenOf } from '../up/operator-token.ts';
import { type RestOptions, restCommand } from './shared-options.ts';

export function routeCommand(): Command {
  return new Command('route').description('operator commands on one route').addCommand(
    restCommand('refund', 'try a held refund (stage REFUND_HELD) again now')
      .argument('<id>', 'the route')
      .addHelpText('after', '\nNeeds the operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).')
      .action(refund),
  );
}

async function refund(id: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url, headers: { authorization: `Bearer ${operatorTokenOf(process.env)}` } });
  const receipt = await client.call('POST /operator/refund', { body: { id } });
  out.result(receipt, () => {
    showProgress(out, receipt);
    showReceipt(out, receipt);
  });
}

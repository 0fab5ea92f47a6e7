import { Command } from 'commander';
import { serviceClient } from '../rest/service-client.ts';
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
  const receipt = await serviceClient(options.url).post('/operator/refund', { id }, { authorization: `Bearer ${operatorTokenOf(process.env)}` });
  out.result(receipt, () => {
    showProgress(out, receipt);
    showReceipt(out, receipt);
  });
}

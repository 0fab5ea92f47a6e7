import { Command } from 'commander';
import { showProgress, showReceipt } from '../show/lines.ts';
import { orderCommand } from './order-command.ts';

export function routeCommand(): Command {
  return new Command('route').description('operator commands on one route').addCommand(
    orderCommand({
      name: 'refund',
      description: 'try a held refund (stage REFUND_HELD) again now',
      args: [['<id>', 'the route']],
      examples: ['interline route refund rt_... --reason "the payer was unblocked"'],
      isReasonOptional: true,
      send: (client, [id = ''], words) =>
        client.call('POST /operator/refund', { body: { id, ...words } }),
      show(out, receipt) {
        showProgress(out, receipt);
        showReceipt(out, receipt);
      },
    }),
  );
}

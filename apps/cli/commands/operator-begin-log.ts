import type { Command } from 'commander';
import { orderCommand } from './order-command.ts';

/** An operator's order about a log of which the store has lost the newest leaves. */
export function beginLogCommand(): Command {
  return orderCommand({
    name: 'begin-log',
    description: 'have a log go on under the next name, where a restored store has lost leaves',
    args: [['<log>', 'lane-keys, messages or receipts, as the desk names it']],
    examples: [
      'interline operator begin-log lane-keys --dry-run',
      'interline operator begin-log messages --reason "the copy of Tuesday was put back"',
    ],
    note: 'Witnesses cosign nothing that does not go on from what they remember. Put back a copy that has the leaves where there is one: this order is for where there is none. The new log has what is left of the old one in front, then a leaf that says when it was begun and after which log. Clients of the private lane find what they saw in it, take it once the witnesses that they know cosigned it, and say so; those of an earlier release refuse it until their lane.pin is deleted. Proofs of rows and receipts that were given out stay good.',
    next: 'have each witness add the name: interline-witness add-log <logKey of GET /api/plus/mint-head> --beside <the name that "beside" shows>; they are asked every half minute',
    send: (client, [log = ''], words) =>
      client.call('POST /operator/logs/begin', {
        // CAST: the service reads it, and says of a wrong one which there are.
        body: { log: log as 'lane-keys', ...words },
      }),
  });
}

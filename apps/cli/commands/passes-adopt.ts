import type { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { orderCommand } from './order-command.ts';

/** An operator's order about an invoice, among the commands of those who buy. */
export function adoptCommand(): Command {
  return orderCommand({
    name: 'adopt',
    description:
      'for the operator: take back an invoice that a restored store has lost, or that was paid in another asset',
    args: [['<invoice>', 'its id, as its payer has it']],
    options: [
      ['--asset <asset>', 'what was paid at its address, such as usdc-8453'],
      ['--bundle <name>', 'starter, bundle or bulk'],
      ['--bundles <count>', 'how many bundles; 1 where left out'],
      ['--issued <passes>', 'how many passes of it were claimed before; none where left out'],
      ['--amount <units>', "its price in smallest units; only where it was paid in a chain's coin"],
    ],
    examples: [
      'interline passes adopt inv_... --asset usdc-8453 --bundle bulk --dry-run',
      'interline passes adopt inv_... --asset usdc-8453 --bundle bulk --issued 1000 --reason "paid after the backup"',
    ],
    note: 'Its address derives from its id and the keys in use, so what is there, or was collected from there by a transaction on the desk, says what was paid. Only its payer knows how many passes were claimed: --issued is your word. The audit has the address, never the id, with which anyone could claim.',
    next: 'what its address holds counts by itself once it is deep enough; what was collected is in the books as unclaimed until "interline books classify" says what it is',
    send: (client, [id = ''], words, { asset, bundle, bundles, issued, amount }) =>
      client.call('POST /operator/passes/adopt', {
        body: {
          id,
          // CAST: the service reads both, and says of a wrong one which there are.
          asset: asset as 'usdc-8453',
          bundle: bundle as 'bulk',
          ...(bundles === undefined ? {} : { bundles: readWhole('--bundles', bundles) }),
          ...(issued === undefined ? {} : { issued: readWhole('--issued', issued) }),
          ...(typeof amount === 'string' ? { amount } : {}),
          ...words,
        },
      }),
  });
}

function readWhole(option: string, text: unknown): number {
  if (typeof text === 'string' && /^[0-9]{1,7}$/.test(text)) return Number(text);
  throw new UsageError(`${option} is ${String(text)}; wanted a whole number`);
}

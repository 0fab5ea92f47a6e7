import type { BooksExport } from '@interline/client';
import { csvLine, exportColumns } from '@interline/core/books';
import { type Command, Option } from 'commander';
import { type Days, daysIn, withDays } from './books-days.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';

export function exportCommand(): Command {
  return withDays(
    operatorCommand('export', 'print every line of every entry, oldest first').addHelpText(
      'after',
      `
Columns: ${exportColumns.join(', ')}.
Days and times are UTC. Amounts are smallest units; a line has a debit or a credit. A transfer of the chain's
coin has no log. --json prints JSON lines, one object a line: name such a file .jsonl.`,
    ),
  )
    .addOption(new Option('--csv', 'print CSV (RFC 4180), as without --json').conflicts('json'))
    .action(exportAll);
}

/** A page at a time, so that an export of any length needs little memory. */
async function exportAll(options: Days): Promise<void> {
  const client = operatorClient(options);
  if (!options.json) console.log(csvLine(exportColumns));
  let after: string | null = null;
  do {
    const page: BooksExport = await client.call('GET /operator/books/export', {
      query: { ...daysIn(options), limit: '1000', ...(after === null ? {} : { after }) },
    });
    for (const row of page.rows) {
      // One JSON object a line, since an export may be longer than a document should be.
      console.log(
        options.json
          ? JSON.stringify(row)
          : csvLine(exportColumns.map((name) => String(row[name] ?? ''))),
      );
    }
    after = page.next;
  } while (after !== null);
}

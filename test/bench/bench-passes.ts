import { parseArgs } from 'node:util';
import { measurePasses } from './passes/measure-passes.ts';
import { passTable } from './passes/pass-table.ts';

const usage = `Usage: npm run bench:passes -- [--json]

What passes cost, in values a second of one core's time: signing beside raw RSA of the same OpenSSL, of the machine's own
"openssl speed" where it has one, and of another library; blinding, finalizing, verifying, spending. Best of five
readings each, one after another in turn. Ends with 1 where a goal is missed.

  --json  one JSON object instead of the table
  --help  this text`;

try {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(usage);
  else {
    const rows = await measurePasses();
    console.log(values.json ? JSON.stringify({ bench: 'passes', rows }, null, 2) : passTable(rows));
    if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

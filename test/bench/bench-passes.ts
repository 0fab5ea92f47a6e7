import { benchCommand } from './bench-command.ts';
import { measurePasses } from './passes/measure-passes.ts';
import { passTable } from './passes/pass-table.ts';

const usage = `Usage: npm run bench:passes -- [--quick] [--json]

What passes cost, in values a second of one core's time: signing beside raw RSA of the same OpenSSL, of the machine's own
"openssl speed" where it has one, and of another library; blinding, finalizing, verifying, spending. Best of five
readings each, one after another in turn; a ratio that has a goal is the median of 40 pairs of turns. Ends with 1 where
one is missed.

  --quick  one reading each, and 10 pairs: the ratios are coarser
  --json   one JSON object instead of the table
  --help   this text`;

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const rows = await measurePasses(quick ? { readings: 1, turns: 10 } : { readings: 5, turns: 40 });
  console.log(json ? JSON.stringify({ bench: 'passes', rows }, null, 2) : passTable(rows));
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
});

import { benchCommand } from './bench-command.ts';
import { curveTable } from './curve/curve-table.ts';
import { measureCurves } from './curve/measure-curves.ts';

const usage = `Usage: npm run bench:curve -- [--json]

What a signature of an EVM transaction and the recovery of a signer cost, by the code that computes them: native,
WebAssembly, and JavaScript for comparison. CPU of one call in microseconds, and how many times faster than WebAssembly, the
median of 40 pairs of turns. Ends with 1 where the native code is there and is not 1.5 times as fast.

  --json  one JSON object instead of the table
  --help  this text`;

await benchCommand(usage, ['json'], ({ json }) => {
  const rows = measureCurves();
  console.log(json ? JSON.stringify({ bench: 'curve', rows }, null, 2) : curveTable(rows));
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
  return Promise.resolve();
});

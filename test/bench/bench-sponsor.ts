import { benchCommand, progress } from './bench-command.ts';
import { sponsorGas, type SponsorRow } from './sponsor/sponsor-gas.ts';

const usage = `Usage: npm run bench:sponsor -- [--quick] [--json]

Gas of a sponsored call as the chain's receipts say, alone and in bundles of five, first and later, beside what the
prototype of the design took. Ends with 1 where one takes a tenth more than that.

  --quick  the same: gas does not depend on how often it is measured
  --json   one JSON object instead of the table
  --help   this text`;

await benchCommand(usage, ['quick', 'json'], ({ json }) => run(json));

async function run(isJson: boolean): Promise<void> {
  progress('one alone and five together, twice');
  const rows = await sponsorGas();
  const isMet = rows.every(({ gas, prototype }) => gas * 10 <= prototype * 11);
  console.log(
    isJson
      ? JSON.stringify({ bench: 'sponsor', rows, verdict: { isMet } }, null, 2)
      : tableOf(rows),
  );
  if (!isMet) process.exitCode = 1;
}

function tableOf(rows: readonly SponsorRow[]): string {
  const lines = rows.map(({ what, together, gas, prototype }) => [
    what,
    together === 1 ? 'alone' : `one of ${together}`,
    gas.toLocaleString('en'),
    prototype.toLocaleString('en'),
    `${gas < prototype ? '' : '+'}${(((gas - prototype) / prototype) * 100).toFixed(1)} %`,
  ]);
  const all = [['fee and one ERC-20 transfer', '', 'gas', 'prototype', 'difference'], ...lines];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((text, at) => (at < 2 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

import { benchCommand } from './bench-command.ts';
import { evidenceTable } from './evidence/evidence-table.ts';
import { measureEvidence } from './evidence/measure-evidence.ts';

const usage = `Usage: npm run bench:evidence -- [--quick] [--json]

What receipts cost: signed a second by one core, and kept a second by the units that end their routes beside the same
units without them; and in a log of 1,000,000 entries how large a proof is, how long the service takes for one, and how
long a client that shares nothing with it takes to check receipt and proof.

  --quick  a log of 65,536 entries, and fewer readings
  --json   one JSON object instead of the table
  --help   this text`;

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const found = await measureEvidence(
    quick
      ? { entries: 65_536, ends: 500, readings: 200 }
      : { entries: 1_000_000, ends: 2_000, readings: 1_000 },
  );
  console.log(
    json ? JSON.stringify({ bench: 'evidence', ...found }, null, 2) : evidenceTable(found),
  );
});

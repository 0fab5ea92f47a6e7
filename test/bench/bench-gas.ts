import { parseArgs } from 'node:util';
import { bareGas } from './gas/bare-gas.ts';
import { gasTable } from './gas/gas-table.ts';
import { gasVerdict } from './gas/gas-verdict.ts';
import { serviceGas } from './gas/service-gas.ts';
import { benchScene } from './scene/bench-scene.ts';

const usage = `Usage: npm run bench:gas -- [--json]

Gas of the service's pull and payout as the chain's receipts say, beside the same moves with no service.

  --json  one JSON object instead of the table
  --help  this text`;

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } });
  if (values.help) console.log(usage);
  else await run(values.json);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(isJson: boolean): Promise<void> {
  const scene = await benchScene(1);
  try {
    const rows = [...await bareGas(scene), ...await serviceGas(scene)];
    const verdict = gasVerdict(rows);
    console.log(isJson ? JSON.stringify({ bench: 'gas', rows, verdict }, null, 2) : gasTable(rows, verdict));
    if (!verdict.isMet) process.exitCode = 1;
  } finally {
    await scene.stop();
  }
}

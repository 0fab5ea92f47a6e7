import { benchCommand, progress } from './bench-command.ts';
import { bareGas } from './gas/bare-gas.ts';
import { batchGas, batchSize } from './gas/batch-gas.ts';
import type { GasRow } from './gas/gas-row.ts';
import { gasTable } from './gas/gas-table.ts';
import { gasVerdict } from './gas/gas-verdict.ts';
import { serviceGas } from './gas/service-gas.ts';
import { type BenchScene, benchScene } from './scene/bench-scene.ts';

const usage = `Usage: npm run bench:gas -- [--quick] [--json]

Gas of the service's pull and payout as the chain's receipts say, alone and in batches of twenty, beside the same moves
with no service. Ends with 1 where a goal is missed.

  --quick  the same: gas does not depend on how often it is measured
  --json   one JSON object instead of the table
  --help   this text`;

await benchCommand(usage, ['quick', 'json'], ({ json }) => run(json));

async function run(isJson: boolean): Promise<void> {
  progress('one by one, then in batches');
  const rows = [
    ...(await onScene(benchScene(1), async (scene) => [
      ...(await bareGas(scene)),
      ...(await serviceGas(scene)),
    ])),
    ...(await onScene(benchScene(batchSize + 1, { isBatched: true }), batchGas)),
  ];
  const verdict = gasVerdict(rows);
  console.log(
    isJson ? JSON.stringify({ bench: 'gas', rows, verdict }, null, 2) : gasTable(rows, verdict),
  );
  if (!verdict.isMet) process.exitCode = 1;
}

async function onScene(
  setting: Promise<BenchScene>,
  measure: (scene: BenchScene) => Promise<readonly GasRow[]>,
): Promise<readonly GasRow[]> {
  const scene = await setting;
  try {
    return await measure(scene);
  } finally {
    await scene.stop();
  }
}

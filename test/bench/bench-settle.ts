import { availableParallelism } from 'node:os';
import { benchFailed } from './bench-command.ts';
import { type BatchedLevel, measureBatched } from './settle/measure-batched.ts';
import { measureLevel, measureWork } from './settle/measure-level.ts';
import { readSettleFlags, type SettleFlags, settleUsage } from './settle/settle-flags.ts';
import type { Level } from './settle/settle-summary.ts';
import { countedTables, settleTables } from './settle/settle-tables.ts';

/** What the project promises on one machine with service, chains and clients together. */
const wantedRatio = { concurrency: 32, ratio: 0.3 };

try {
  const flags = readSettleFlags(process.argv.slice(2));
  if (flags.help) console.log(settleUsage);
  else await (flags.work ? count(flags) : run(flags));
} catch (error) {
  benchFailed(error);
}

async function count({ plan, warmup, json }: SettleFlags): Promise<void> {
  const levels = [];
  for (const each of plan) levels.push(await measureWork({ ...each, warmup }));
  console.log(
    json ? JSON.stringify({ bench: 'settle-work', levels }, null, 2) : countedTables(levels),
  );
  if (levels.some(({ settle }) => settle.failures.length > 0)) process.exitCode = 1;
}

async function run({ plan, warmup, json, profile }: SettleFlags): Promise<void> {
  const levels: Level[] = [];
  const batched: BatchedLevel[] = [];
  const profiledAt =
    plan.find(({ concurrency }) => concurrency === wantedRatio.concurrency) ?? plan.at(-1);
  for (const each of plan) {
    const level = await measureLevel({
      ...each,
      warmup,
      isProfiled: each === profiledAt,
      profileFile: profile,
    });
    levels.push(level);
    batched.push(await measureBatched({ ...each, warmup }, level));
  }

  const judged = levels.find(({ concurrency }) => concurrency === wantedRatio.concurrency);
  const target =
    judged === undefined
      ? null
      : { ...wantedRatio, measured: judged.ratio, isMet: judged.ratio >= wantedRatio.ratio };
  if (json)
    console.log(
      JSON.stringify(
        {
          bench: 'settle',
          node: process.version,
          cores: availableParallelism(),
          levels,
          batched,
          target,
        },
        null,
        2,
      ),
    );
  else {
    console.log(settleTables(levels, batched));
    if (target !== null)
      console.log(
        `\nratio with ${target.concurrency} clients: ${target.measured.toFixed(2)}, wanted ${target.ratio} or better: ${target.isMet ? 'met' : 'NOT met'}`,
      );
  }
  // Speed depends on the machine; money does not.
  if ([...levels, ...batched].some(({ settle }) => settle.failures.length > 0))
    process.exitCode = 1;
}

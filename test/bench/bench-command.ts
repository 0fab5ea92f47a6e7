import { parseArgs } from 'node:util';

/** What the command line of a bench may ask for, beside --help. */
export interface BenchFlags {
  readonly json: boolean;
  readonly strict: boolean;
}

/** Runs a bench, or shows its usage; ends with 1 where it throws. Takes these flags and no others. */
export async function benchCommand(
  usage: string,
  flags: readonly (keyof BenchFlags)[],
  run: (flags: BenchFlags) => Promise<void>,
): Promise<void> {
  const option = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: Object.fromEntries([...flags, 'help'].map((name) => [name, option])),
    });
    if (values['help'] === true) console.log(usage);
    else await run({ json: values['json'] === true, strict: values['strict'] === true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

import { parseArgs } from 'node:util';
import { isInterrupted } from './scene/stopping.ts';

/** What the command line of a bench may ask for, beside --help. */
export interface BenchFlags {
  readonly json: boolean;
  readonly quick: boolean;
  readonly strict: boolean;
  /** A file that gets the service's CPU profile; null for none. */
  readonly profile: string | null;
}

/** Runs a bench, or shows its usage; ends with 1 where it throws. Takes these flags and no others. */
export async function benchCommand(
  usage: string,
  flags: readonly (keyof BenchFlags)[],
  run: (flags: BenchFlags) => Promise<void>,
): Promise<void> {
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(
        [...flags, 'help'].map((name) => [
          name,
          { type: name === 'profile' ? 'string' : 'boolean' } as const,
        ]),
      ),
    });
    const { profile } = values;
    const isGiven = (name: keyof BenchFlags): boolean => values[name] === true;
    if (values['help'] === true) console.log(usage);
    else
      await run({
        json: isGiven('json'),
        quick: isGiven('quick'),
        strict: isGiven('strict'),
        profile: typeof profile === 'string' ? profile : null,
      });
  } catch (error) {
    benchFailed(error);
  }
}

/** Says why a bench broke off; nothing where it was interrupted. */
export function benchFailed(error: unknown): void {
  process.exitCode = 1;
  if (isInterrupted()) return;
  console.error(
    error instanceof Error ? error.message : error,
    ...(error instanceof Error && error.cause !== undefined ? [error.cause] : []),
  );
}

/** What a bench does now, for the one who waits: on standard error, so that the table stays alone. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

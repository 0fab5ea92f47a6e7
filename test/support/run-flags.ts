import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Values<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly options: T }>
>['values'];

/**
 * The flags of a program of the tests. Ends the process where they ask for help, or are not understood:
 * then with 2, and a line that says what is wrong.
 */
export function runFlags<const T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
): Values<T> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    process.exit();
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${String(error instanceof Error ? error.message : error)}\n\n${help}`);
    process.exit(2);
  }
}

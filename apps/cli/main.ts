import { Command, CommanderError } from 'commander';
import type { CommandRow } from './command-row.ts';
import { commandGroups } from './command-table.ts';
import { exitCodeOf, exitCodesHelp } from './exit-codes.ts';
import { sayError, usageInJson } from './show/say-error.ts';
import { version } from './version.ts';

const program = new Command('interline')
  .description('Interline: one signed intent, good on every rail. No native gas needed.')
  .version(version, '-V, --version', 'print the version')
  // What stands behind a command is that command's: "desk" and "desk close" both have --json.
  .enablePositionalOptions()
  .showHelpAfterError('(add --help for what is possible)')
  .addHelpText('after', exitCodesHelp)
  .configureHelp({ sortSubcommands: false });

const isJson = process.argv.includes('--json');

// The reader of the output may have seen enough, as "head" has; a service goes on without one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const words = wordsOf(process.argv.slice(2));
  const [word = ''] = words;
  const names = commandGroups.flatMap(({ rows }) => rows.map(({ name }) => name));
  const isUnknown = !names.includes(word) && !['', 'help'].includes(word) && !word.startsWith('-');
  if (isUnknown) program.showHelpAfterError(`commands: ${names.join(', ')}`);
  const wanted = word === 'help' ? words[1] : word;
  for (const { title, rows } of commandGroups)
    for (const row of rows) program.addCommand((await commandOf(row, wanted)).helpGroup(title));
  if (isJson) usageInJson(program);
  throwsUsage(program);
  // Help on a command that does not exist is no help.
  await program.parseAsync(isUnknown ? [word] : words, { from: 'user' });
} catch (error) {
  // The parser has said its own.
  if (!(error instanceof CommanderError)) sayError(error, isJson);
  process.exitCode = exitCodeOf(error);
}

/** `--private` may stand in front of its command too; one that does not have it refuses it. */
function wordsOf(given: readonly string[]): readonly string[] {
  const [first, ...others] = given;
  if (first !== '--private' || others.length === 0) return given;
  // Behind "message send", and in front of its options: "--private" must be the value of none.
  const end = others.findIndex((word) => word.startsWith('-'));
  const words = end < 0 ? others : others.slice(0, end);
  return [...words, first, ...others.slice(words.length)];
}

/** Only the command that is asked for is loaded; the others are there to be listed. */
async function commandOf(row: CommandRow, wanted: string | undefined): Promise<Command> {
  const command = row.name === wanted ? await row.load() : new Command(row.name);
  return command.description(row.does);
}

/** The parser would end the process with 1 itself, here and in every command below. */
function throwsUsage(command: Command): void {
  command.exitOverride();
  for (const below of command.commands) throwsUsage(below);
}

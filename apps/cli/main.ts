import { Command, CommanderError, Help } from 'commander';
import type { CommandRow } from './command-row.ts';
import { commandGroups } from './command-table.ts';
import { exitCodeOf, exitCodesHelp } from './exit-codes.ts';
import { sayError, usageInJson } from './show/say-error.ts';
import { versionLine } from './version.ts';

const program = new Command('interline')
  .description('Interline: one signed intent, good on every rail. No native gas needed.')
  .version(versionLine, '-V, --version', "print this program's version")
  // What stands behind a command is that command's: "desk" and "desk close" both have --json.
  .enablePositionalOptions()
  .showHelpAfterError('(add --help for what is possible)')
  .addHelpText('after', exitCodesHelp)
  .configureHelp({ sortSubcommands: false });

/** These may stand in front of their command too, in any order; one that does not have them refuses them. */
const inFront: readonly string[] = ['--private', '--json'];

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
  marksRequired(program);
  // Help on a command that does not exist is no help.
  await program.parseAsync(isUnknown ? [word] : words, { from: 'user' });
} catch (error) {
  // The parser has said its own.
  if (!(error instanceof CommanderError)) sayError(error, isJson);
  process.exitCode = exitCodeOf(error);
}

/** Moves them behind the names and arguments, where no option takes them for its value. */
function wordsOf(given: readonly string[]): readonly string[] {
  const command = given.findIndex((word) => !inFront.includes(word));
  if (command < 0) return given;
  const [name = '', ...words] = given.slice(command);
  const option = words.findIndex((word) => word.startsWith('-'));
  const at = option < 0 ? words.length : option;
  return [name, ...words.toSpliced(at, 0, ...given.slice(0, command))];
}

/** Only the command that is asked for is loaded; the others are there to be listed. */
async function commandOf(row: CommandRow, wanted: string | undefined): Promise<Command> {
  const command = row.name === wanted ? await row.load() : new Command(row.name);
  return command.description(row.does);
}

/** The parser names a missing option only once it is missing, and then one at a time. */
function marksRequired(command: Command): void {
  command.configureHelp({
    ...command.configureHelp(),
    optionDescription(option) {
      const said = Help.prototype.optionDescription.call(this, option);
      return option.mandatory && option.defaultValue === undefined ? `${said} (required)` : said;
    },
  });
  for (const below of command.commands) marksRequired(below);
}

/** The parser would end the process with 1 itself, here and in every command below. */
function throwsUsage(command: Command): void {
  command.exitOverride();
  for (const below of command.commands) throwsUsage(below);
}

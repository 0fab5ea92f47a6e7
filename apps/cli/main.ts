import { Command, CommanderError } from 'commander';
import { exitCodeOf, exitCodesHelp } from './exit-codes.ts';
import { sayError, usageInJson } from './show/say-error.ts';

/** Loaded one at a time: a command that talks to a service does not wait for what starts one. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand(),
  up: async () => (await import('./commands/up.ts')).upCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  quote: async () => (await import('./commands/quote.ts')).quoteCommand(),
  compare: async () => (await import('./commands/compare.ts')).compareCommand(),
  send: async () => (await import('./commands/send.ts')).sendCommand(),
  passes: async () => (await import('./commands/passes.ts')).passesCommand(),
  mint: async () => (await import('./commands/mint.ts')).mintCommand(),
  message: async () => (await import('./commands/message.ts')).messageCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  desk: async () => (await import('./commands/desk.ts')).deskCommand(),
  route: async () => (await import('./commands/route.ts')).routeCommand(),
  account: async () => (await import('./commands/account.ts')).accountCommand(),
  hook: async () => (await import('./commands/hook.ts')).hookCommand(),
  float: async () => (await import('./commands/float.ts')).floatCommand(),
  books: async () => (await import('./commands/books.ts')).booksCommand(),
  pause: async () => (await import('./commands/switches.ts')).pauseCommand(),
  drain: async () => (await import('./commands/switches.ts')).drainCommand(),
  resume: async () => (await import('./commands/switches.ts')).resumeCommand(),
  switches: async () => (await import('./commands/switches.ts')).switchesCommand(),
  operator: async () => (await import('./commands/operator.ts')).operatorCommands(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  recover: async () => (await import('./commands/recover.ts')).recoverCommand(),
  restore: async () => (await import('./commands/backup.ts')).restoreCommand(),
};

const program = new Command('interline')
  .description('Interline: one signed intent, good on every rail. No native gas needed.')
  .version('0.1.0', '-V, --version', 'print the version')
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
  const [word = ''] = process.argv.slice(2);
  const asked = commands[word];
  const isUnknown = asked === undefined && word !== '' && word !== 'help' && !word.startsWith('-');
  if (isUnknown) program.showHelpAfterError(`commands: ${Object.keys(commands).join(', ')}`);
  // Help, and the likely word for a command that does not exist, need all of them.
  const wanted = asked === undefined ? Object.values(commands) : [asked];
  for (const load of wanted) program.addCommand(await load());
  if (isJson) usageInJson(program);
  throwsUsage(program);
  // Help on a command that does not exist is no help.
  await program.parseAsync(isUnknown ? process.argv.slice(0, 3) : process.argv);
} catch (error) {
  // The parser has said its own.
  if (!(error instanceof CommanderError)) sayError(error, isJson);
  process.exitCode = exitCodeOf(error);
}

/** The parser would end the process with 1 itself, here and in every command below. */
function throwsUsage(command: Command): void {
  command.exitOverride();
  for (const below of command.commands) throwsUsage(below);
}

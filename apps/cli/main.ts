import { Command } from 'commander';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { compareCommand } from './commands/compare.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { hookCommand } from './commands/hook.ts';
import { initCommand } from './commands/init.ts';
import { migrateCommand } from './commands/migrate.ts';
import { operatorCommands } from './commands/operator.ts';
import { quoteCommand } from './commands/quote.ts';
import { routeCommand } from './commands/route.ts';
import { sendCommand } from './commands/send.ts';
import { statusCommand } from './commands/status.ts';
import { upCommand } from './commands/up.ts';
import { workerCommand } from './commands/worker.ts';
import { sayError } from './show/say-error.ts';

const program = new Command('interline')
  .description('Interline: one signed intent, good on every rail. No native gas needed.')
  .version('0.1.0', '-V, --version', 'print the version')
  .showHelpAfterError('(add --help for what is possible)')
  .configureHelp({ sortSubcommands: false });

for (const command of [
  initCommand(),
  upCommand(),
  workerCommand(),
  demoCommand(),
  quoteCommand(),
  compareCommand(),
  sendCommand(),
  statusCommand(),
  routeCommand(),
  hookCommand(),
  operatorCommands(),
  doctorCommand(),
  configCommand(),
  migrateCommand(),
  backupCommand(),
  restoreCommand(),
])
  program.addCommand(command);

try {
  await program.parseAsync();
} catch (error) {
  sayError(error, process.argv.includes('--json'));
  process.exitCode = 1;
}

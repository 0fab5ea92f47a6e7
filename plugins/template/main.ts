import { newRailCommand } from './new-rail-command.ts';

const { exitCode, text } = await newRailCommand(process.argv.slice(2), process.cwd());
(exitCode === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = exitCode;

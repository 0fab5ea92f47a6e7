// Logs lines in one go, says so on standard output, and ends as told. Not for import.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { pinoLog } from '@interline/adapters/log';

const [lines = '', ending = ''] = process.argv.slice(2);
const log = pinoLog('info');
for (let line = 1; line <= Number(lines); line += 1)
  log.info('line', { line, filler: 'x'.repeat(200) });
writeSync(1, 'went on\n');
if (ending === 'throw') throw new Error('a fault of the service');
if (ending === 'exit') process.exit(0);
if (ending === 'stop') await once(process.stdin.resume(), 'end');

import { noteKey, readVerifierKey, verifierKey } from '@interline/adapters/transparency-log';
import { parseArgs } from 'node:util';
import { startWitness } from './start-witness.ts';
import { watchedLogs } from './watched-logs.ts';

const usage = `Usage: interline-witness run --name witness.example/w1 [--folder witness] [--host 127.0.0.1] [--port 8790]
       interline-witness add-log <verifier key of the log> [--beside messages] [--folder witness]

Watches transparency logs (c2sp.org/tlog-witness): it cosigns a checkpoint only where it goes on from
the last one that it cosigned of that log. Its keys and what it saw stand in the folder.

  run      answers POST /add-checkpoint and GET /<hash of the log's name>/checkpoint until it is stopped;
           says first by which keys a log names it
  add-log  watches one more log; a witness that runs learns of it too. --beside also watches the log that
           the same key keeps under the log's name and /messages: that of a mint has anchored rows there`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    beside: { type: 'string' },
    folder: { type: 'string', default: 'witness' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8790' },
    help: { type: 'boolean', default: false },
  },
});
const { beside, folder, host, name, help } = values;
const [command, vkey] = positionals;

try {
  if (help) console.log(usage);
  else if (command === 'add-log' && vkey !== undefined) {
    const logs = watchedLogs(folder);
    for (const key of [vkey, ...(beside === undefined ? [] : [keyBeside(vkey, beside)])])
      console.log(`watching ${(await logs.add(key)).name}`);
  } else if (command === 'run' && name !== undefined) await run(name);
  else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The same key under the name of another log. */
function keyBeside(vkey: string, log: string): string {
  const { name: first, type, publicKey } = readVerifierKey(vkey);
  return verifierKey(noteKey(`${first}/${log}`, type, publicKey));
}

async function run(named: string): Promise<void> {
  if (!/^[0-9]{1,5}$/.test(values.port)) throw new Error(`--port is ${values.port}`);
  const witness = await startWitness({ folder, name: named, host, port: Number(values.port) });
  console.log(`${witness.name} at ${witness.url}`);
  for (const key of witness.vkeys) console.log(key);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void witness.stop().then(() => process.exit()));
}

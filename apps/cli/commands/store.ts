import {
  archiveStore,
  defaultConfig,
  exportStore,
  type Deployment,
  mainnetStore,
  readConfigFile,
  storeFolder,
  storeSize,
  vacuumStore,
} from '@interline/server';
import { Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { terminal } from '../show/terminal.ts';
import { untilStopped } from '../up/until-stopped.ts';
import { jsonOption } from './shared-options.ts';

interface PlaceOptions {
  readonly config?: string;
  readonly data?: string;
  readonly json: boolean;
}

interface RehearsableOptions extends PlaceOptions {
  readonly dryRun: boolean;
}

interface ArchiveOptions extends RehearsableOptions {
  readonly afterDays?: number;
}

const dayMs = 86_400_000;
/** How often progress is shown, in milliseconds. */
const tellEveryMs = 2_000;

export function storeCommand(): Command {
  return new Command('store')
    .addCommand(
      rehearsable('archive', 'move routes to the archive that ended long ago')
        .addOption(
          new Option(
            '--after-days <days>',
            "how long ago they ended; the config's retention.archiveAfterDays, else 90",
          ).argParser(daysIn),
        )
        .addHelpText(
          'after',
          `
A route in the archive takes a fraction of the room. It is still found by its id and its permit, and its receipt is the
same; lists and the feed have it no longer. What anything can still come of stays: deposits, what has a hook, a refund or
a reservation, what an operator ended, and what is not final. The books' entries stay where they are.

A service does this by itself, a little each minute. For a store in a file this command needs the service to be stopped;
with --dry-run, and for PostgreSQL, it may run.`,
        )
        .action(archive),
    )
    .addCommand(
      placeCommand('export', 'write the receipts of the archive to a file, a line of JSON each')
        .requiredOption('--before <date>', 'those that ended before it, as 2027-01-31', dateIn)
        .requiredOption('--to <file>', 'a file that is not there yet; .gz at its end compresses it')
        .addOption(
          new Option(
            '--delete',
            'then let go of what stands in the file: receipts of a year ago and older',
          ).default(false, 'off'),
        )
        .addHelpText(
          'after',
          `
A line has the route as it is stored, with the payer's signed permit, its transactions with their signed forms, its
events and its entries in the books. The file holds what payers signed: keep it as you keep copies of the store.

The file is synced and read back, and its count and sha256 are shown, before anything is let go. What is let go is the
receipt: its id is unknown to the service from then on. Its permit stays taken, its transactions stay known and
the books stay as they are. A run that was cut off goes on where it was, with the same --before; with --delete and a file that is
there, only what stands in it word for word is let go. For a store in a file the service must be stopped.`,
        )
        .action(exportReceipts),
    )
    .addCommand(
      rehearsable('vacuum', 'give back the room in which the store holds nothing any more')
        .addHelpText(
          'after',
          `
A store in a file is copied without it, and the checked copy takes its place: the service must be stopped, and the disk
needs room for a second store meanwhile. In PostgreSQL the room is made free for new rows while the service runs; only
PostgreSQL's own VACUUM FULL gives it back to the disk, and locks the tables.`,
        )
        .action(vacuum),
    );
}

function placeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '-c, --config <file>',
      "config of the deployment; of its secrets only the database's is read",
    )
    .option(
      '-d, --data <folder>',
      'folder of the store, such as data/mainnet; else the only one in INTERLINE_DATA (data)',
    )
    .addOption(jsonOption());
}

function rehearsable(name: string, description: string): Command {
  return placeCommand(name, description).addOption(
    new Option('--dry-run', 'show what it would do, and change nothing').default(false, 'off'),
  );
}

async function archive(options: ArchiveOptions): Promise<void> {
  const { place, archiveAfterDays } = deployed(options);
  const afterDays = options.afterDays ?? archiveAfterDays;
  const out = terminal(options.json);
  const stop = new AbortController();
  void untilStopped().then((why) => stop.abort(why));
  let toldAtMs = performance.now();
  const { moved, left } = await archiveStore(place, {
    afterMs: afterDays * dayMs,
    isRehearsal: options.dryRun,
    stop: stop.signal,
    onMoved(soFar) {
      if (performance.now() - toldAtMs < tellEveryMs) return;
      toldAtMs = performance.now();
      out.step('so far', `${soFar.moved} routes`);
    },
  });
  const isStopped = stop.signal.aborted;
  out.result({ moved, left, afterDays, dryRun: options.dryRun, stopped: isStopped }, () => {
    out.step(
      options.dryRun ? 'would move' : 'moved',
      `${moved} routes that ended more than ${afterDays} days ago`,
    );
    out.step('left', `${left} of that age, of which something may still come`);
    if (isStopped) out.step('stopped', 'what was moved stays moved; run it again for the rest');
    else if (!options.dryRun && moved > 0)
      out.step('next', 'run `interline store vacuum` to give the room back');
  });
}

interface ExportOptions extends PlaceOptions {
  readonly before: number;
  readonly to: string;
  readonly delete: boolean;
}

/** As the terms promise: a receipt is readable for a year. */
const readableMs = 365 * dayMs;

async function exportReceipts(options: ExportOptions): Promise<void> {
  const { before: beforeMs, to: file } = options;
  if (options.delete && beforeMs > Date.now() - readableMs)
    throw new UsageError(
      '--delete lets go of receipts that ended a year ago or earlier; --before names a later day',
    );
  const { place } = deployed(options);
  const out = terminal(options.json);
  const stop = new AbortController();
  void untilStopped().then((why) => stop.abort(why));
  const done = await exportStore(place, {
    beforeMs,
    file,
    letsGo: options.delete,
    stop: stop.signal,
  });
  out.result({ ...done, file }, () => {
    out.step('receipts', `${done.receipts}, read back from ${file}`);
    out.step('sha256', `${done.digest} of its lines`);
    if (options.delete) out.step('let go', `${done.letGo} receipts`);
    if (done.isStopped) out.step('stopped', 'run it again for the rest');
  });
}

function dateIn(text: string): number {
  const atMs = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    throw new UsageError(`--before has "${text}"; wanted a day as 2027-01-31`);
  return atMs;
}

async function vacuum(options: RehearsableOptions): Promise<void> {
  const { place } = deployed(options);
  const out = terminal(options.json);
  const before = await storeSize(place);
  out.step('store', `${before.bytes} bytes, of which at least ${before.freeBytes} hold nothing`);
  if (!options.dryRun) await vacuumStore(place, (table) => out.step('table', table));
  const after = options.dryRun ? before : await storeSize(place);
  out.result(
    {
      bytesBefore: before.bytes,
      freeBytesBefore: before.freeBytes,
      bytesAfter: after.bytes,
      dryRun: options.dryRun,
    },
    () => {
      if (!options.dryRun)
        out.step('now', `${after.bytes} bytes, ${before.bytes - after.bytes} fewer`);
    },
  );
}

function deployed({ config: file, data }: PlaceOptions): {
  readonly place: Pick<Deployment, 'database' | 'storeDir'>;
  readonly archiveAfterDays: number;
} {
  const config = file === undefined ? defaultConfig(process.env) : readConfigFile(file);
  const { archiveAfterDays } = config.retention;
  if (data !== undefined)
    return { place: { database: { kind: 'file' }, storeDir: data }, archiveAfterDays };
  if (config.profile === 'mainnet')
    return { place: mainnetStore(config, process.env), archiveAfterDays };
  const storeDir = storeFolder(config, process.env);
  return { place: { database: { kind: 'file' }, storeDir }, archiveAfterDays };
}

function daysIn(text: string): number {
  // A permit and an idempotency key live for a day.
  if (!/^[1-9][0-9]{0,3}$/.test(text) || Number(text) < 2)
    throw new UsageError(
      `--after-days has "${text}"; wanted a whole number of days from 2 to 9999`,
    );
  return Number(text);
}

import { anchorMessage, checkAnchor, type ProvenAnchor } from '@interline/client/messages';
import { type Command, Option } from 'commander';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { type KeptRow, readKeptRow, writeKeptRow } from '../rest/kept-row.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { purseOf } from '../rest/purse.ts';
import { questionClient } from '../rest/question-client.ts';
import { spendPasses } from '../rest/spend-passes.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { laneCommand, type LaneOptions, restCommand, type RestOptions } from './shared-options.ts';

const keptFile = 'what "message send --keep" or "message read --keep" wrote';

export function anchorCommand(): Command {
  return laneCommand(
    'anchor',
    "have a kept row's hash put into the log that witnesses sign, and keep the proof: one pass",
  )
    .argument('<file>', keptFile)
    .addOption(
      new Option('--within <seconds>', 'how long to wait for the witnesses')
        .default(120)
        .argParser(readSeconds),
    )
    .addHelpText(
      'after',
      '\nWith the row and its proof anyone can be shown that the row was there when the witnesses signed, and nothing of what it says. The service is the one that the file names, unless --url names another; without --private it sees the address that this comes from. Where the witnesses take longer, the same command goes on later, without a further pass.',
    )
    .action(anchor);
}

export function proofCommand(): Command {
  return restCommand('proof', 'check the proof of a kept row on this machine, without any request')
    .argument('<file>', keptFile)
    .addHelpText(
      'after',
      '\nThe keys of the mint and its witnesses are those that were remembered when passes were taken, or by "mint audit", of the service that the file names; --url names another. The proof is of the row\'s bytes; its id is the service\'s name for it, and no part of the proof. Exits with 1 where the proof does not hold.',
    )
    .action(proof);
}

async function anchor(
  file: string,
  options: LaneOptions & { readonly within: number },
  command: Command,
): Promise<void> {
  const out = terminal(options.json);
  const row = await readKeptRow(file);
  const service = serviceOf(row, options, command);
  const purse = purseOf(service);
  const client = questionClient({ ...options, url: service });
  const { kept, proven } = await spendPasses(purse, client, (calls) =>
    anchorMessage(calls, row, {
      pins: purse.pins,
      takePass: calls.takePass,
      withinMs: options.within * 1_000,
      mlDsa: nodeMlDsa(),
    }),
  );
  await writeKeptRow(file, { ...kept, service });
  show(out, service, proven);
}

async function proof(file: string, options: RestOptions, command: Command): Promise<void> {
  const out = terminal(options.json);
  const row = await readKeptRow(file);
  if (row.anchor === null)
    throw new WrongStateError(`${file} has no proof yet; "interline message anchor ${file}"`);
  const service = serviceOf(row, options, command);
  const pin = await purseOf(service).pins.read();
  if (pin === null)
    throw new WrongStateError(
      `nothing is remembered of the mint of ${service}; "interline mint audit ${service}" looks at it`,
    );
  const { id, row: bytes, anchor: anchored } = row;
  const proven = await checkAnchor({ id, row: bytes, ...anchored }, { pin, mlDsa: nodeMlDsa() });
  show(out, service, proven);
}

/** The one that is named with the command, else the one that the row came from. */
function serviceOf(
  { service }: Pick<KeptRow, 'service'>,
  { url }: RestOptions,
  command: Command,
): string {
  return command.getOptionValueSource('url') === 'cli' ? url : (service ?? url);
}

/** The service is said too: a file can name any, and what its mint signed is that one's word. */
function show(out: Terminal, service: string, proven: ProvenAnchor): void {
  const { hash, index, size, cosigned } = proven;
  out.result(
    {
      service,
      ...proven,
      cosigned: cosigned.map(({ name, atMs }) => ({ name, at: timeOf(atMs) })),
    },
    () => {
      out.step('service', service);
      out.step('row', `SHA-256 ${hash}`);
      out.step('in the log', `leaf ${index} of ${size}`);
      for (const { name, atMs } of cosigned) out.step('seen by', `${name} at ${timeOf(atMs)}`);
      if (cosigned.length === 0)
        out.step('seen by', 'no one: the log signed it, and no witness watches this mint');
    },
  );
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

function readSeconds(text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text))
    throw new UsageError(`--within is ${text}; wanted whole seconds, 1 or more`);
  return Number(text);
}

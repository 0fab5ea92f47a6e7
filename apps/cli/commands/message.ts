import {
  mostReadingPasses,
  mostTextBytes,
  readMessages,
  sealRow,
  sendMessage,
} from '@interline/client/messages';
import { Command, Option } from 'commander';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { writeKeptRow } from '../rest/kept-row.ts';
import { ownMailbox } from '../rest/mailbox-file.ts';
import { purseOf } from '../rest/purse.ts';
import { questionClient } from '../rest/question-client.ts';
import { spendPasses } from '../rest/spend-passes.ts';
import { terminal } from '../show/terminal.ts';
import { anchorCommand, proofCommand } from './message-anchor.ts';
import { jsonOption, laneCommand, type LaneOptions } from './shared-options.ts';

const withoutLane = '\nWithout --private the service sees the address that this comes from.';

export function messageCommand(): Command {
  return new Command('message')
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline passes trial --count 20\n  npx interline message address > mine.txt\n  npx interline message send --private --to theirs.txt --text "good morning"\n  npx interline message read --private\n  npx interline message send --to theirs.txt --text "good night" --keep night.json\n  npx interline message anchor night.json\n  npx interline message proof night.json\n\nSending takes one pass, reading one for every eight rows, anchoring one. No row and no pass says whose it is; who sends, reads or anchors without --private shows the service the address that it comes from. The key is in ~/.interline/mailbox.json; INTERLINE_MAILBOX names another file.',
    )
    .addCommand(
      new Command('address')
        .description('what others write to you with; made the first time')
        .addOption(jsonOption())
        .action(address),
    )
    .addCommand(
      laneCommand('send', `send a text of up to ${mostTextBytes} bytes`)
        .requiredOption('--to <address>', "the reader's address, or a file that has it")
        .requiredOption('--text <text>', 'what to say')
        .option('--keep <file>', 'write the encrypted row to a file, to anchor it')
        .addHelpText('after', withoutLane)
        .action(send),
    )
    .addCommand(
      laneCommand('read', 'read what was written to you on a day')
        .addOption(
          new Option('--day <day>', 'a day of UTC, such as 2026-11-23')
            .default(undefined, 'today')
            .argParser(readDay),
        )
        .option('--after <id>', 'only what came after this row')
        .addOption(
          new Option('--most <passes>', 'the most passes to spend, one for every eight rows')
            .default(mostReadingPasses)
            .argParser(readMost),
        )
        .option('--keep <folder>', 'write the rows that are for you to a folder, to anchor them')
        .addHelpText('after', withoutLane)
        .action(read),
    )
    .addCommand(anchorCommand())
    .addCommand(proofCommand());
}

async function address(options: { readonly json: boolean }): Promise<void> {
  const { file, mailbox } = await ownMailbox();
  terminal(options.json).result({ address: mailbox.address, file }, () => {
    process.stdout.write(`${mailbox.address}\n`);
  });
}

async function send(
  options: LaneOptions & { readonly to: string; readonly text: string; readonly keep?: string },
): Promise<void> {
  const out = terminal(options.json);
  const to = await readAddress(options.to);
  // Before a pass is taken out of the purse: it would be gone.
  await sealRow(to, options.text).catch((error: unknown) => {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  });
  const client = questionClient(options);
  const { row, ...sent } = await spendPasses(purseOf(options.url), client, async (calls) =>
    sendMessage(calls, { to, text: options.text, pass: await calls.takePass() }),
  );
  if (options.keep !== undefined)
    await writeKeptRow(options.keep, { id: sent.id, row, service: options.url });
  out.result(sent, () => {
    out.step('sent', `${sent.id}, into bucket ${sent.bucket} of ${sent.day}`);
  });
}

async function read(
  options: LaneOptions & {
    readonly day?: string;
    readonly after?: string;
    readonly most: number;
    readonly keep?: string;
  },
): Promise<void> {
  const out = terminal(options.json);
  const { mailbox } = await ownMailbox();
  const purse = purseOf(options.url);
  const { day, after, most } = options;
  const client = questionClient(options);
  const { ended, ...found } = await spendPasses(purse, client, (calls) =>
    readMessages(calls, {
      mailbox,
      takePass: calls.takePass,
      mostPasses: most,
      ...(day === undefined ? {} : { day }),
      ...(after === undefined ? {} : { after }),
    }),
  );
  if (options.keep !== undefined) await keepRows(options.keep, options.url, found.messages);
  const messages = found.messages.map(({ id, text }) => ({ id, text }));
  out.result({ ...found, messages, ended: ended.kind }, () => {
    for (const { id, text } of messages) out.step(id, printable(text));
    out.step(
      'read',
      `${found.rows} ${found.rows === 1 ? 'row' : 'rows'} of the bucket, ${found.messages.length} for you`,
    );
    if (ended.kind === 'bound')
      out.step('stopped', `after ${most} of your passes; there is more, and --most takes more`);
    if (found.last !== null) out.step('go on', `--after ${found.last}`);
  });
  // After what was read, which its passes paid for.
  if (ended.kind === 'failed') throw ended.error;
}

/** The service names the rows, so only what looks like its names becomes a file's. */
async function keepRows(
  folder: string,
  service: string,
  rows: readonly { readonly id: string; readonly row: string }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { id, row } of rows)
    if (/^msg_[0-9a-f]{32}$/.test(id))
      await writeKeptRow(join(folder, `${id}.json`), { id, row, service });
}

/** Addresses are long, so they come in files. */
async function readAddress(text: string): Promise<string> {
  const known = await readFile(text, 'utf8').catch(() => text);
  const found = known.trim();
  if (/^[A-Za-z0-9+/]{43,}={0,2}$/.test(found)) return found;
  throw new UsageError(
    '--to must be what "interline message address" prints, or a file that has it',
  );
}

/** A stranger wrote it: what would steer the terminal is not printed. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

function readMost(text: string): number {
  if (/^[1-9][0-9]{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--most is ${text}; wanted a whole number of passes, 1 or more`);
}

function readDay(text: string): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return text;
  throw new UsageError(`--day is ${text}; wanted a day of UTC, such as 2026-11-23`);
}

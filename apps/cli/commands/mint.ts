import { createClient } from '@interline/client';
import { lookAtMint, type MintFinding, type WitnessPolicy } from '@interline/client/passes';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { UsageError } from '../exit-codes.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { purseOf } from '../rest/purse.ts';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';
import { readUrl, serviceUrl } from '../rest/service-url.ts';

interface AuditOptions {
  readonly witness: readonly string[];
  readonly quorum?: number;
  readonly second?: string;
  readonly forget: boolean;
  readonly json: boolean;
}

export function mintCommand(): Command {
  return new Command('mint').addCommand(
    new Command('audit')
      .description('download the log of all keys, check all of it, and keep what was seen')
      .argument(
        '[url]',
        'the service; INTERLINE_URL, or this machine, where it is left out',
        readUrl,
      )
      .addOption(
        new Option(
          '--witness <key>',
          'verifier key of a witness that you trust; may be given again. Left out: those that the mint named when you first looked',
        )
          .argParser((key: string, all: readonly string[]) => [...all, key])
          .default([], 'none'),
      )
      .addOption(
        new Option('--quorum <count>', 'how many of them must agree; all where left out').argParser(
          readQuorum,
        ),
      )
      .addOption(
        new Option(
          '--second <url>',
          'the same service by another way: both must show the same',
        ).argParser(readUrl),
      )
      .addOption(
        new Option(
          '--forget',
          'forget what was seen before: only where its operator said why it has other keys or witnesses',
        ).default(false, 'off'),
      )
      .addOption(jsonOption())
      .addHelpText(
        'after',
        '\nExits with 1 where the mint shows what an honest one does not. What was seen is kept beside your passes, so that the next look finds a mint that takes something back.',
      )
      .action(audit),
  );
}

async function audit(url: string = serviceUrl(), options: AuditOptions): Promise<void> {
  const out = terminal(options.json);
  const { pins } = purseOf(url);
  const policy = policyOf(options);
  const second =
    options.second === undefined ? undefined : createClient({ baseUrl: options.second });
  const check = await lookAtMint(
    createClient({ baseUrl: url }),
    {
      pin: options.forget ? null : await pins.read(),
      mlDsa: nodeMlDsa(),
      ...(policy === null ? {} : { policy }),
    },
    second,
  );
  if (check.isSound && check.pin.witSeq > 0) await pins.write(check.pin);
  const { isSound, findings, pin } = check;
  out.result({ sound: isSound, findings, pin }, () => {
    for (const finding of findings)
      console.log(`${verdictOf(finding)} ${finding.what.padEnd(12)} ${finding.words}`);
    out.line(
      isSound
        ? '\nThe mint is sound: every key that signs is in one log, and you will see it if that ever changes.'
        : '\nThe mint is NOT sound: take no pass from it, keep what it showed (--json), and tell others.',
    );
  });
  if (!isSound) process.exitCode = 1;
}

function policyOf({ witness, quorum }: AuditOptions): WitnessPolicy | null {
  const names = new Set(witness.map((key) => key.split('+')[0]));
  if (witness.length === 0 && quorum !== undefined)
    throw new UsageError('--quorum says how many witnesses must agree; name them with --witness');
  if ((quorum ?? 0) > names.size)
    throw new UsageError(`--quorum is ${quorum}, and --witness names ${names.size}`);
  return witness.length === 0 ? null : { witnesses: witness, quorum: quorum ?? names.size };
}

function verdictOf({ holds }: MintFinding): string {
  if (holds === null) return pc.yellow('note');
  return holds ? pc.green('ok  ') : pc.red('FAIL');
}

function readQuorum(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text)) throw new UsageError(`--quorum is ${text}; wanted 1 or more`);
  return Number(text);
}

import {
  deployMainnet,
  type Deployment,
  type MainnetConfig,
  readConfigFile,
} from '@interline/server';
import type { Command } from 'commander';
import pc from 'picocolors';
import { examineDeployment, wiredAside } from '../doctor/examine-deployment.ts';
import { examineEngine } from '../doctor/examine-engine.ts';
import { examineGas } from '../doctor/examine-gas.ts';
import { examineDevnet, examineService } from '../doctor/examine-service.ts';
import { examineSite } from '../doctor/examine-site.ts';
import { examineFolderOfRails, examineNode, type Finding, reasonOf } from '../doctor/finding.ts';
import { UsageError } from '../exit-codes.ts';
import { terminal } from '../show/terminal.ts';
import { whileWaiting } from '../show/while-waiting.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

interface DoctorOptions extends RestOptions {
  readonly config?: string;
  readonly engine?: string;
}

export function doctorCommand(): Command {
  return restCommand('doctor')
    .option(
      '-c, --config <file>',
      'examine this deployment instead: folder, ports, database, keys, nodes, clock, gas, contracts, prices, rails; moves nothing and writes nothing. On a devnet its chains are started for it, and end with it',
    )
    .option(
      '-e, --engine <name>',
      'with --config: ask only this third-party engine, e.g. lifi, with the key in the config, for one price, and tell what in its answer is new to the reader, missing or unreadable; moves nothing',
    )
    .addHelpText(
      'after',
      '\nExits with 1 when a part is not well; what only warns leaves it 0. With the operator token it also tells stopped accounts, how much waits on the desk, and why a part is not well.',
    )
    .action(doctor);
}

async function doctor({ config, engine, url, json }: DoctorOptions): Promise<void> {
  if (engine !== undefined && config === undefined)
    throw new UsageError('--engine needs --config, whose settings and key it is asked with');
  const out = terminal(json);
  const findings = [
    examineNode(),
    ...(config === undefined
      ? await whileWaiting(out, 'examining the service', () => examineService(url))
      : [
          examineFolderOfRails(),
          ...(await whileWaiting(out, 'examining the deployment', () =>
            examineConfig(config, engine),
          )),
        ]),
  ];
  out.result({ ok: findings.every((one) => one.ok), findings }, () => {
    for (const finding of findings)
      console.log(`${verdictOf(finding)} ${finding.part.padEnd(12)} ${finding.says}`);
  });
  if (findings.some((one) => !one.ok)) process.exitCode = 1;
}

function verdictOf({ ok, isWarning }: Finding): string {
  if (!ok) return pc.red('FAIL');
  return isWarning === true ? pc.yellow('warn') : pc.green('ok  ');
}

async function examineConfig(file: string, engine?: string): Promise<readonly Finding[]> {
  try {
    const config = readConfigFile(file);
    const valid = { part: 'config', ok: true, says: `${file} is valid, profile ${config.profile}` };
    const around = { baseDir: process.cwd(), env: process.env };
    const deployed =
      config.profile === 'mainnet'
        ? await examineMainnet(config, deployMainnet(config, around.baseDir, around.env), engine)
        : await examineDevnet(config, around, engine);
    return [valid, ...(engine === undefined ? await examineSite(config) : []), ...deployed];
  } catch (error) {
    return [{ part: 'config', ok: false, says: reasonOf(error) }];
  }
}

async function examineMainnet(
  config: MainnetConfig,
  deployment: Deployment,
  engine?: string,
): Promise<readonly Finding[]> {
  if (engine !== undefined)
    return wiredAside(deployment, (composed) => examineEngine(composed, engine));
  return [...(await examineDeployment(deployment)), ...(await examineGas(config, deployment))];
}

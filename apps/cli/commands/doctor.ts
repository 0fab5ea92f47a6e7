import { deployMainnet, readConfigFile } from '@interline/compose';
import type { Command } from 'commander';
import pc from 'picocolors';
import { examineDeployment } from '../doctor/examine-deployment.ts';
import { examineService } from '../doctor/examine-service.ts';
import { examineSurroundings } from '../doctor/examine-surroundings.ts';
import { type Finding, reasonOf } from '../doctor/finding.ts';
import { terminal } from '../show/terminal.ts';
import { type RestOptions, restCommand } from './shared-options.ts';

interface DoctorOptions extends RestOptions {
  readonly config?: string;
}

export function doctorCommand(): Command {
  return restCommand('doctor', 'check that each part is well: of a running service, or of a config before it runs')
    .option('-c, --config <file>', 'examine this deployment instead: database, keys, nodes, clock, gas, contracts, rails; moves nothing and writes nothing')
    .addHelpText('after', '\nExits with 1 when a part is not well.')
    .action(doctor);
}

async function doctor({ config, url, json }: DoctorOptions): Promise<void> {
  const out = terminal(json);
  const findings = [...examineSurroundings(), ...config === undefined ? await examineService(url) : await examineConfig(config)];
  out.result({ ok: findings.every((one) => one.ok), findings }, () => {
    for (const { part, ok, says } of findings) console.log(`${ok ? pc.green('ok  ') : pc.red('FAIL')} ${part.padEnd(12)} ${says}`);
  });
  if (findings.some((one) => !one.ok)) process.exitCode = 1;
}

async function examineConfig(file: string): Promise<readonly Finding[]> {
  try {
    const config = readConfigFile(file);
    const valid = { part: 'config', ok: true, says: `${file} is valid, profile ${config.profile}` };
    if (config.profile === 'mainnet') return [valid, ...await examineDeployment(deployMainnet(config, process.cwd(), process.env))];
    return [valid, { part: 'chains', ok: true, says: 'local ones, which start with the service: run doctor without --config beside it' }];
  } catch (error) {
    return [{ part: 'config', ok: false, says: reasonOf(error) }];
  }
}

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import pc from 'picocolors';
import { isRecord, textField } from '../rest/read-field.ts';
import { serviceClient } from '../rest/service-client.ts';
import { terminal } from '../show/terminal.ts';
import { type RestOptions, restCommand } from './shared-options.ts';

interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly says: string;
}

export function doctorCommand(): Command {
  return restCommand('doctor', 'check that each part answers: runtime, service, store, chains, rails')
    .addHelpText('after', '\nExits with 1 when a part is not well.')
    .action(doctor);
}

async function doctor(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const findings = [runtime(), deployment(), ...await service(options.url)];
  out.result({ ok: findings.every((one) => one.ok), findings }, () => {
    for (const { part, ok, says } of findings) console.log(`${ok ? pc.green('ok  ') : pc.red('FAIL')} ${part.padEnd(12)} ${says}`);
  });
  if (findings.some((one) => !one.ok)) process.exitCode = 1;
}

function runtime(): Finding {
  return { part: 'node', ok: true, says: `${process.versions.node} on ${process.platform} ${process.arch}` };
}

function deployment(): Finding {
  const ok = existsSync('package.json');
  return { part: 'deployment', ok, says: ok ? 'package.json is here; its dependencies are the rails' : 'no package.json here: run it in the deployment\'s folder' };
}

async function service(url: string): Promise<readonly Finding[]> {
  const client = serviceClient(url);
  try {
    const [status, terms] = await Promise.all([client.get('/api/status'), client.get('/api/gasless/info')]);
    const served = isRecord(terms['gaslessChains']) ? Object.keys(terms['gaslessChains']) : [];
    const text = textField(status, 'status');
    const nodes = isRecord(status['nodes']) && Array.isArray(status['nodes']['evm']) ? status['nodes']['evm'].filter(isRecord).filter((node) => served.includes(String(node['chainId']))) : [];
    const rails = Array.isArray(status['rails']) ? status['rails'].filter(isRecord) : [];
    return [
      { part: 'service', ok: text === 'operational', says: `${text} at ${url}` },
      ...nodes.filter((node) => node['up'] !== true).map((node) => ({ part: 'chain', ok: false, says: `${String(node['chainId'])} ${String(node['name'])} does not answer` })),
      { part: 'chains', ok: true, says: `${nodes.filter((node) => node['up'] === true).length} of the deployment's ${nodes.length} EVM chains answer` },
      ...rails.map((rail) => ({ part: 'rail', ok: rail['up'] === true, says: String(rail['name']) })),
    ];
  } catch (error) {
    return [{ part: 'service', ok: false, says: error instanceof Error ? error.message : 'does not answer' }];
  }
}

import { existsSync } from 'node:fs';
import type { Finding } from './finding.ts';

/** What the process stands on: the start script has refused an older Node already. */
export function examineSurroundings(): readonly Finding[] {
  const isDeployment = existsSync('package.json');
  return [
    { part: 'node', ok: true, says: `${process.versions.node} on ${process.platform} ${process.arch}; wanted 22.19 or newer` },
    { part: 'deployment', ok: isDeployment, says: isDeployment ? 'package.json is here; its dependencies are the rails' : 'no package.json here: run it in the deployment\'s folder' },
  ];
}

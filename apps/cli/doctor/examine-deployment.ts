import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Composed, compose, type Deployment, parts } from '@interline/server';
import { examineAccounts } from './examine-accounts.ts';
import { examineDatabase } from './examine-database.ts';
import { examineNodes } from './examine-nodes.ts';
import { examinePrices } from './examine-prices.ts';
import { examineRails } from './examine-rails.ts';
import { examineOperator } from './examine-site.ts';
import { type Finding, reasonOf } from './finding.ts';

const withinMs = 20_000;

/**
 * Wires the deployment as a service would, on a ledger that is thrown away: the real one may be in
 * use, and is only looked at. `prepare` does what a start would do before it serves.
 */
export async function examineDeployment(
  deployment: Deployment,
  prepare: (composed: Composed) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Finding[]> {
  const database = await examineDatabase(deployment);
  const folder = await mkdtemp(join(tmpdir(), 'interline-doctor-'));
  try {
    const composed = await compose({
      ...deployment,
      ledgerDir: folder,
      database: { kind: 'file' },
      logLevel: 'silent',
    });
    try {
      await prepare(composed);
      return [
        ...database,
        examineOperator(deployment),
        { part: 'keys', ok: true, says: 'both keys open' },
        ...(await examineParts(composed, deployment)),
      ];
    } finally {
      await composed.close();
    }
  } catch (error) {
    return [...database, { part: 'wiring', ok: false, says: reasonOf(error) }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function examineParts(
  composed: Composed,
  deployment: Deployment,
): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(withinMs);
  const { container } = composed;
  const nodes = examineNodes(
    await container.get(parts.evm).doctor(signal),
    Math.floor(container.get(parts.clock).now() / 1_000),
  );
  return [
    ...nodes,
    ...(await examineAccounts(composed, deployment, signal)),
    ...(await examinePrices(composed, deployment, signal)),
    ...(await examineRails(composed, signal)),
  ];
}

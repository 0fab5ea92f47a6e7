import { nativeAddress } from '@interline/kernel';
import {
  type Composed,
  deployDevnet,
  type DevnetConfig,
  parts,
  useCasesOf,
} from '@interline/server';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { JsonRecord, OperatorStatus } from '@interline/client';
import { isRecord, serviceClient, textField } from '../rest/service-client.ts';
import { fundFamilies } from '../up/fund-families.ts';
import { fundRelayer, type OpenDevnet, openDevnet } from '../up/open-devnet.ts';
import { examineDeployment, wiredAside } from './examine-deployment.ts';
import { examineDesk } from './examine-desk.ts';
import { examineEngine } from './examine-engine.ts';
import { type Finding, reasonOf } from './finding.ts';

/** A running service, by what it says of itself. */
export async function examineService(url: string): Promise<readonly Finding[]> {
  const client = serviceClient(url);
  try {
    const [status, operators, terms, fees] = await Promise.all([
      probedStatus(() => client.get('/api/status')),
      examineDesk(url),
      client.get('/api/gasless/info'),
      client.get('/api/terms'),
    ]);
    return [
      ...statusFindings(status, { url, terms, operators: operators.status }),
      ...operators.findings,
      ...tiersOf(fees),
    ];
  } catch (error) {
    return [{ part: 'service', ok: false, says: reasonOf(error) }];
  }
}

const askStatusMs = 500;
const asksAtMost = 20;

/**
 * The first to ask sets off the probe, and on a busy machine is answered before it ends. Asked again
 * for 10 s.
 */
export async function probedStatus(
  ask: () => Promise<JsonRecord>,
  pauseMs = askStatusMs,
): Promise<JsonRecord> {
  for (let asked = 1; ; asked += 1) {
    const status = await ask();
    if (textField(status, 'status') !== 'unknown' || asked === asksAtMost) return status;
    await setTimeout(pauseMs);
  }
}

interface Seen {
  readonly url: string;
  /** The service's gasless terms, which name the chains that it serves. */
  readonly terms: JsonRecord;
  /** Null where this machine may not ask. */
  readonly operators: OperatorStatus | null;
}

/** The service, its chains and its rails; before its first probe, only that it made none yet. */
export function statusFindings(
  status: JsonRecord,
  { url, terms, operators }: Seen,
): readonly Finding[] {
  const text = textField(status, 'status');
  if (text === 'unknown')
    return [
      {
        part: 'service',
        ok: false,
        says: `at ${url} has not probed its chains and rails yet; ask again in 10 s`,
      },
    ];
  const served = isRecord(terms['gaslessChains']) ? Object.keys(terms['gaslessChains']) : [];
  const nodes =
    isRecord(status['nodes']) && Array.isArray(status['nodes']['evm'])
      ? status['nodes']['evm']
          .filter(isRecord)
          .filter((node) => served.includes(String(node['chainId'])))
      : [];
  const down = nodes.filter((node) => node['up'] !== true);
  const rails = Array.isArray(status['rails']) ? status['rails'].filter(isRecord) : [];
  return [
    serviceFinding(text, url, operators),
    ...down.map((node) => ({
      part: 'chain',
      ok: false,
      says: `${String(node['chainId'])} ${String(node['name'])} does not answer`,
    })),
    {
      part: 'chains',
      ok: down.length === 0,
      says: `${nodes.length - down.length} of the deployment's ${nodes.length} EVM chains answer${besideWords(status)}`,
    },
    ...rails.map((rail) => ({
      part: 'rail',
      ok: rail['up'] === true,
      says: railWords(String(rail['name']), rail['up'] === true, operators),
    })),
  ];
}

/** The nodes beyond the EVM that are there; what is missing of one is its rail's to say. */
function besideWords({ nodes }: JsonRecord): string {
  const beside = isRecord(nodes) && Array.isArray(nodes['nonEvm']) ? nodes['nonEvm'] : [];
  const names = beside
    .filter(isRecord)
    .filter((node) => node['up'] === true)
    .map((node) => `${String(node['name'])}${node['simulated'] === true ? ' (simulated)' : ''}`);
  return names.length === 0 ? '' : `, and beside them ${names.join(', ')}`;
}

function serviceFinding(word: string, url: string, status: OperatorStatus | null): Finding {
  const reasons = (status?.reasons ?? []).map((reason) => `; ${reason}`).join('');
  return { part: 'service', ok: word === 'operational', says: `${word} at ${url}${reasons}` };
}

function railWords(name: string, isUp: boolean, status: OperatorStatus | null): string {
  const reason = status?.rails.find((one) => one.name === name && !one.up)?.reason;
  if (reason != null) return `${name}: ${reason}`;
  if (isUp) return name;
  return status === null
    ? `${name} is not well; why is for its operator: run this with INTERLINE_OPERATOR_TOKEN`
    : `${name} is not well; it was not a moment ago, or is again by now: run this once more`;
}

/** Where the free and micro tiers are served, by the service's own terms. */
function tiersOf({ microTiers }: Readonly<Record<string, unknown>>): readonly Finding[] {
  if (!Array.isArray(microTiers)) return [];
  return microTiers.filter(isRecord).map(({ rail, destinations }) => {
    const served = Array.isArray(destinations) ? destinations.map(String) : [];
    const where = served.length === 0 ? 'no destination' : `chains ${served.join(', ')}`;
    return { part: 'tier', ok: true, says: `${String(rail)}: micro tier serves ${where}` };
  });
}

const fundedWithinMs = 10_000;
const askAgainMs = 200;

/** What was just given is shown a moment later; what does not come is a finding of its own. */
async function untilFunded({ container, funding }: Composed): Promise<void> {
  const custody = container.get(parts.custody);
  for (const { chain } of funding) {
    const book = { chain, account: custody.account(chain, 'float'), token: nativeAddress };
    for (let waitedMs = 0; waitedMs < fundedWithinMs; waitedMs += askAgainMs) {
      const signal = AbortSignal.timeout(fundedWithinMs);
      const held = await custody.balances(chain, [book], signal).catch(() => []);
      if ((held[0]?.units ?? 0n) > 0n) break;
      await setTimeout(askAgainMs);
    }
  }
}

/** A devnet runs all the same; lanes over that chain are refused. */
function missingNode({ chain, why }: OpenDevnet['missing'][number]): Finding {
  return { part: 'devnet', ok: true, isWarning: true, says: `no local ${chain}: ${why}` };
}

/**
 * Starts the config's local chains on ports of their own, looks at all that stands on them, and
 * takes them away again.
 */
export async function examineDevnet(
  config: DevnetConfig,
  { baseDir, env }: { readonly baseDir: string; readonly env: NodeJS.ProcessEnv },
  engine?: string,
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-doctor-'));
  let devnet: OpenDevnet | null = null;
  try {
    devnet = await openDevnet(config, { ...env, DEVNET_PORT: '0' }, () => undefined);
    const started = devnet;
    const { url, chains } = started;
    const deployment = deployDevnet({ ...config, dataDir: folder }, devnet, baseDir, env);
    return [
      { part: 'devnet', ok: true, says: `${chains.length} local chains answer` },
      ...devnet.missing.map(missingNode),
      ...(engine !== undefined
        ? await wiredAside(deployment, (composed) => examineEngine(composed, engine))
        : await examineDeployment(deployment, async (composed) => {
            const { evmAccounts } = composed.container.get(parts.evm);
            await fundRelayer(url, evmAccounts);
            await fundFamilies(started, {
              funding: composed.funding,
              custody: composed.container.get(parts.custody),
              refresh: useCasesOf(composed.container).books.refresh,
            });
            await untilFunded(composed);
          })),
    ];
  } catch (error) {
    return [{ part: 'devnet', ok: false, says: reasonOf(error) }];
  } finally {
    await devnet?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

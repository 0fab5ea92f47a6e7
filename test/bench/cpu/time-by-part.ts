import { callersOf, type CpuProfile, type ProfileNode, selfTimes } from './cpu-profile.ts';

/** One part of the service and its share of the time its thread was at work. */
export interface PartShare {
  readonly part: string;
  readonly share: number;
}

type Part = readonly [name: string, url: RegExp];

/** Paths of the project and the part that each belongs to; the first that fits decides. */
export const ourParts: readonly (readonly [path: string, part: string])[] = [
  ['adapters/custody/evm/permit/', 'permit verification'],
  ['adapters/custody/evm/signing/signatures.ts', 'permit verification'],
  ['adapters/custody/evm/signing/digest-of.ts', 'permit verification'],
  ['adapters/custody/evm/abi/', 'abi and signing'],
  ['adapters/custody/evm/signing/', 'abi and signing'],
  ['adapters/custody/evm/prepare/', 'abi and signing'],
  ['adapters/custody/evm/', 'rpc'],
  ['adapters/store/', 'store'],
  ['adapters/jobs/', 'store'],
  ['apps/http/', 'http'],
  ['rails/', 'rails and their guard'],
  ['plugins/', 'rails and their guard'],
  ['core/', 'money path'],
  ['apps/cron/', 'money path'],
];

/** Libraries that serve one part only. */
const partsOfLibraries: readonly Part[] = [
  ['rpc', /\/undici\//],
  ['store', /\/typeorm\/|better-sqlite3/],
  ['http', /\/koa|node:_http|node:internal\/http|\/zod\//],
];

/** The innermost frame that fits any of these decides, and of these the first that fits it. */
const rooms: readonly Part[] = [
  ...partsOfLibraries,
  ...ourParts.map(([path, part]): Part => [part, new RegExp(`^(?!.*/node_modules/).*/${path}`)]),
];

/** Libraries that work for any caller; they decide where no caller is known. */
const libraries: readonly Part[] = [['abi and signing', /\/ethers\/|@noble|tiny-secp256k1|^wasm:/]];

const collector = '(garbage collector)';
const notWork = ['(idle)', '(root)'];
/** Starting and ending the profile takes time of its own. */
const profiler = /profile-when-told|node:inspector/;

/**
 * Shares of the time that was not idle; waiting for the disk inside SQLite counts as work of the
 * store.
 */
export function timeByPart(profile: CpuProfile): readonly PartShare[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const callers = callersOf(profile);
  const sums = new Map<string, number>();
  for (const [id, micros] of selfTimes(profile)) {
    const node = nodes.get(id);
    if (node === undefined || notWork.includes(node.callFrame.functionName)) continue;
    const part = partOf(node, nodes, callers);
    if (part === null) continue;
    sums.set(part, (sums.get(part) ?? 0) + micros);
  }
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  return [...sums]
    .map(([part, micros]) => ({ part, share: micros / total }))
    .sort((a, b) => b.share - a.share);
}

/** Of the whole time, how much the thread was not idle. */
export function busyShare(profile: CpuProfile): number {
  const idle = new Set(
    profile.nodes
      .filter(({ callFrame }) => notWork.includes(callFrame.functionName))
      .map(({ id }) => id),
  );
  let [busyMicros, allMicros] = [0, 0];
  for (const [id, micros] of selfTimes(profile)) {
    allMicros += micros;
    if (!idle.has(id)) busyMicros += micros;
  }
  return allMicros === 0 ? 0 : busyMicros / allMicros;
}

/** Null for what is not the service's. */
function partOf(
  node: ProfileNode,
  nodes: ReadonlyMap<number, ProfileNode>,
  callers: ReadonlyMap<number, number>,
): string | null {
  if (node.callFrame.functionName === collector) return 'garbage collection';
  const urls: string[] = [];
  for (
    let at: ProfileNode | undefined = node;
    at !== undefined;
    at = nodes.get(callers.get(at.id) ?? -1)
  )
    urls.push(at.callFrame.url);
  if (urls.some((url) => profiler.test(url))) return null;
  return innermost(rooms, urls) ?? innermost(libraries, urls) ?? 'other';
}

function innermost(parts: readonly Part[], urls: readonly string[]): string | undefined {
  for (const url of urls) {
    const found = parts.find(([, pattern]) => pattern.test(url));
    if (found !== undefined) return found[0];
  }
  return undefined;
}

import type { ChainFamily, FamilyParts, OpenFamily } from '@interline/adapters/custody';
import type { Policy } from '@interline/core/switches';
import type { ChainRef, FinalityTable, TokenRef } from '@interline/kernel';
import type { DeployedFamily, Deployment } from './deployment.ts';
import { resolveSecrets } from './config/secrets.ts';
import * as listed from './listed-families.ts';

/** The families that a deployment can have beside EVM. */
export const families: readonly ChainFamily[] = Object.values<ChainFamily>(listed);

/** What the config says of families, secrets read. Throws with the path of what is wrong. */
export function configuredFamilies(
  settings: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
  env: NodeJS.ProcessEnv,
): readonly DeployedFamily[] {
  return families.flatMap((family) => {
    const given = settings[family.id];
    if (given === undefined) return [];
    const parsed = family.settings.safeParse(resolveSecrets(given, env));
    if (parsed.success) return [{ family, settings: parsed.data }];
    const [issue] = parsed.error.issues;
    throw new Error(
      `families.${[family.id, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not as wanted'}`,
    );
  });
}

/** What a devnet's report says of its nodes, by family; one that it does not run is left out. */
export function devnetFamilies(report: object): readonly DeployedFamily[] {
  const nodes = new Map(Object.entries(report));
  return families.flatMap((family) => {
    const node: unknown = nodes.get(family.id) ?? null;
    return node === null ? [] : [{ family, settings: family.onDevnet(node) }];
  });
}

/** The chains for which a devnet runs something that only behaves like their node. */
export function simulatedChains(report: object): readonly ChainRef[] {
  const nodes = new Map<string, unknown>(Object.entries(report));
  return families.flatMap(({ id, chain }) => {
    const node = nodes.get(id);
    const isSimulated =
      typeof node === 'object' && node !== null && 'simulated' in node && node.simulated === true;
    return isSimulated ? [chain] : [];
  });
}

/** What a devnet could not start of them, by chain. */
export function absencesOf(
  missing: readonly { readonly chain: string; readonly why: string }[],
): ReadonlyMap<ChainRef, string> {
  return new Map(
    families.flatMap(({ id, chain }) => {
      const found = missing.find((one) => one.chain === id);
      return found === undefined ? [] : [[chain, found.why] as const];
    }),
  );
}

export function tokensOfFamilies(deployed: readonly DeployedFamily[]): readonly TokenRef[] {
  return deployed.flatMap(({ family, settings }) => family.tokens(settings));
}

export function withFinalityOf(
  deployed: readonly DeployedFamily[],
  table: FinalityTable,
): FinalityTable {
  return {
    ...table,
    ...Object.fromEntries(deployed.map(({ family }) => [family.chain, family.finality])),
  };
}

/** What their chains do otherwise than the rest. */
export function policyOfFamilies(
  deployed: readonly DeployedFamily[],
): NonNullable<Policy['byChain']> {
  return Object.fromEntries(
    deployed.map(({ family: { chain, times } }) => [
      chain,
      { bumpAfterMs: times.bumpAfterMs, slowBumpAfterMs: times.bumpAfterMs, pollMs: times.pollMs },
    ]),
  );
}

/** About how many units of their coins an ether is worth. */
export function etherWorthOf(
  deployed: readonly DeployedFamily[],
): readonly (readonly [ChainRef, bigint])[] {
  return deployed.map(({ family: { chain, etherWorth } }) => [chain, etherWorth]);
}

/** Opens custody of each, with its part of the keys; touches no chain. */
export function openFamilies(
  { families: deployed }: Pick<Deployment, 'families'>,
  secrets: ReadonlyMap<string, Uint8Array>,
  parts: Pick<FamilyParts, 'bookedDeposits' | 'clock' | 'http' | 'log'>,
): readonly OpenFamily[] {
  return deployed.map(({ family, settings }) => {
    const secret = secrets.get(family.id);
    if (secret === undefined) throw new Error(`the keys of ${family.id} were not opened`);
    return family.open(settings, { ...parts, secret });
  });
}

import type { Address } from '@interline/kernel';
import type { RailManifest, RailRegistry } from '@interline/ports';
import { AdmissionError } from './admission/admission-error.ts';
import { admitRail, type AdmittedRail } from './admission/admit-rail.ts';
import type { RailChoice } from './admission/choose-rails.ts';
import { discover } from './admission/discover.ts';
import { allowedTargets, type TargetChanges } from './guard/allowed-targets.ts';
import { guardRail } from './guard/guard-rail.ts';
import type { GuardSettings } from './guard/guard-settings.ts';
import type { RailContext } from './rail-context.ts';
import { railRegistry } from './rail-registry.ts';

export interface AdmitRailsOptions extends Pick<RailChoice, 'include' | 'exclude'> {
  /** Folder of the deployment, whose package.json lists the rails among its dependencies. */
  readonly baseDir: string;
  /** Each rail's part of the config, by rail id. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly guard?: GuardSettings;
  /** The relayer's accounts and the contract that runs their batches; rails must not call them. */
  readonly own: readonly Address[];
  /** The operator's changes to the contracts that rails may call, by rail id. */
  readonly targets?: Readonly<Record<string, TargetChanges>>;
  /** The host's context for the rail; reduced to the ports' own members before the rail sees it. */
  readonly contextFor: (manifest: RailManifest) => RailContext;
}

/**
 * Turns the deployment's dependencies into guarded rails. If one cannot be admitted, throws an
 * AdmissionError, which stops the boot.
 */
export async function admitRails({
  baseDir,
  include,
  exclude,
  settings = {},
  guard,
  own,
  targets = {},
  contextFor,
}: AdmitRailsOptions): Promise<RailRegistry> {
  const configured = [...Object.keys(settings), ...Object.keys(targets)];
  const found = await discover(baseDir, { configured, include, exclude });
  const admitted: AdmittedRail[] = [];
  // Sequential, so that the error always names the first faulty rail.
  for (const rail of found) admitted.push(await admitRail(rail, settings[rail.id], contextFor));
  checkNames(admitted.map(({ rail }) => rail.manifest));
  for (const { rail } of admitted) checkTargets(rail.manifest, targets[rail.manifest.id] ?? {});
  return railRegistry(
    admitted.map(({ rail, context }) =>
      guardRail(rail, {
        clock: context.clock,
        log: context.log,
        host: {
          tokens: context.tokens,
          price: context.price,
          own,
          targets: allowedTargets(rail.manifest, targets[rail.manifest.id]),
        },
        ...(guard === undefined ? {} : { settings: guard }),
      }),
    ),
  );
}

/** Adding to a missing list would silently allow everything. */
function checkTargets({ id, targets = {} }: RailManifest, changes: TargetChanges): void {
  for (const [chain, change] of Object.entries(changes)) {
    if ('add' in change && !Object.keys(targets).includes(chain))
      throw new AdmissionError(
        'BAD_SETTINGS',
        `the config adds targets to rail "${id}" on ${chain}, where its manifest names none, so its calls go anywhere; wanted "only"`,
      );
  }
}

/**
 * Names are unique: ids and engine names are never shared by two rails, and there is at most one
 * sandbox.
 */
export function checkNames(manifests: readonly RailManifest[]): void {
  const owners = new Map<string, string>();
  for (const { id } of manifests) {
    if (owners.has(id))
      throw new AdmissionError(
        'NAME_TAKEN',
        `two packages bring a rail "${id}"; exclude one of them by its package name`,
      );
    owners.set(id, id);
  }
  for (const { id, ways } of manifests) {
    for (const way of ways) {
      const owner = owners.get(way) ?? id;
      if (owner !== id)
        throw new AdmissionError(
          'NAME_TAKEN',
          `rail "${id}" has the way "${way}", a name of rail "${owner}"; exclude one of them`,
        );
      owners.set(way, id);
    }
  }
  const [first, second] = manifests.filter((manifest) => manifest.effects === 'simulated');
  if (second !== undefined)
    throw new AdmissionError(
      'NAME_TAKEN',
      `rails "${first?.id}" and "${second.id}" are both simulated; the sandbox header reaches one, so exclude the other`,
    );
}

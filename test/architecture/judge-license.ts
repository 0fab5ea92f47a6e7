import { allowedLicenses, licenseExceptions, telemetryPackages } from './rules/licenses.ts';

/** A package that is installed for production, as its own manifest names and licenses it. */
export interface InstalledPackage {
  /**
   * Where it is installed, relative to the root: an alias stands under another name than its own.
   */
  readonly at: string;
  readonly name: string;
  readonly license: string | undefined;
}

/** One entry of `packages` in package-lock.json, as far as this check cares. */
export interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly name?: string;
  readonly license?: string;
}

/**
 * The folders of packages that `npm ci --omit=dev` installs, optional ones included; workspaces of
 * our own are not packages.
 */
export function productionFolders(
  locked: Readonly<Record<string, LockedPackage>>,
): readonly string[] {
  return Object.entries(locked)
    .filter(([at, { dev, link }]) => at.includes('node_modules/') && dev !== true && link !== true)
    .map(([at]) => at);
}

/** Why a package may not be part of production. */
export function judgePackage({ at, name, license }: InstalledPackage): readonly string[] {
  return [
    ...((license !== undefined && isAllowed(license)) || isExcepted(name, license)
      ? []
      : [`${at}: the licence ${license ?? '(none)'} is not on the list of allowed ones`]),
    ...(telemetryPackages.some((listed) =>
      listed.endsWith('/') ? name.startsWith(listed) : name === listed,
    )
      ? [`${at}: ${name} reports from the machine it is installed on`]
      : []),
  ];
}

/** An exception is for one licence: a package that changes its own is looked at again. */
function isExcepted(name: string, license: string | undefined): boolean {
  const known = licenseExceptions[name];
  return known !== undefined && (license === undefined || known === license);
}

/** Whether an SPDX expression leaves a choice that is allowed. `OR` binds weaker than `AND`. */
function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\(([^()]*)\)$/, '$1');
  return inner
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((id) => allowedLicenses.includes(id.trim())));
}

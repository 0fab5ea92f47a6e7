import type { Manifest } from './workspace.ts';

/** Versions that are not pinned, and libraries of which two versions are asked for. */
export function judgeVersions(manifests: ReadonlyMap<string, Manifest>): readonly string[] {
  const asked = [...manifests].flatMap(
    ([path, { dependencies, optionalDependencies, devDependencies }]) =>
      Object.entries({ ...devDependencies, ...optionalDependencies, ...dependencies }).map(
        ([name, version]) => ({ path, name, version }),
      ),
  );

  return asked.flatMap(({ path, name, version }) => {
    // A number here would send `npm version --workspaces` to the registry.
    if (name.startsWith('@interline/'))
      return version === '*' ? [] : [`${path}: ${name} is ${version}, a workspace is *`];
    if (!/^(npm:.*@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      return [`${path}: ${name} is ${version}, not one exact version`];
    const first = asked.find((other) => other.name === name);
    return first === undefined || first.version === version
      ? []
      : [`${path}: ${name} is ${version}, and ${first.version} in ${first.path}`];
  });
}

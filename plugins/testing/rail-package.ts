import type { PackageFiles } from './temporary-deployment.ts';

export interface RailPackageParts {
  /** The `interline` field; left out where null. */
  readonly field?: unknown;
  /** The module's text. */
  readonly module?: string;
}

/**
 * A rail package around the kit's scripted rail, to be put into a temporary deployment. `script` is
 * the text of a RailScript.
 */
export function scriptedRailPackage(id: string, script = '{}'): PackageFiles {
  return railPackage(id, {
    module: `
      import { defineRail } from '@interline/plugins';
      import { scriptedManifest, scriptedRail } from '@interline/plugins/testing';
      import { z } from 'zod';
      const given = ${script};
      const script = { ...given, manifest: { id: '${id}', ...given.manifest } };
      export const rail = defineRail({ manifest: scriptedManifest(script.manifest), settings: z.object({}), create: () => scriptedRail(script) });
    `,
  });
}

/** A rail package with parts of the test's choosing, named `rail-<id>`. */
export function railPackage(
  id: string,
  { field = { kind: 'rail', id, api: '^2.0.0' }, module = '' }: RailPackageParts,
): PackageFiles {
  const name = `rail-${id}`;
  const manifest = {
    name,
    version: '0.1.0',
    type: 'module',
    exports: './index.ts',
    ...(field === null ? {} : { interline: field }),
  };
  return { name, files: { 'package.json': JSON.stringify(manifest), 'index.ts': module } };
}

import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type NewRail, newRail, NewRailRefused } from './new-rail.ts';
import type { RailHome } from './template-files.ts';

export interface CommandResult {
  readonly exitCode: 0 | 1;
  readonly text: string;
}

const usage = `Writes the package of a new rail.

  npm run new:rail -- <id> [--into <folder>]
  npx interline-new-rail <id> --standalone [--into <folder>]

  <id>           2 to 32 small letters, digits and single dashes, starting with a letter
  --standalone   for a repository of its own: with a build, a test script and a tsconfig.json
  --into         the folder that gets the package's folder; when omitted rails, or this one where
                 the rail is standalone
  --help         this page
`;

/** Executes the command line in `cwd`. */
export async function newRailCommand(args: readonly string[], cwd: string): Promise<CommandResult> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        into: { type: 'string' },
        standalone: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { exitCode: 0, text: usage };
    const [id, ...rest] = positionals;
    if (id === undefined || rest.length > 0)
      return { exitCode: 1, text: `wanted one id, found ${positionals.length}\n\n${usage}` };
    const home: RailHome = values.standalone === true ? 'standalone' : 'workspace';
    const into = resolve(cwd, values.into ?? (home === 'standalone' ? '.' : 'rails'));
    const made = await newRail({ id, into, home });
    const text = home === 'standalone' ? standaloneSteps(made, cwd) : nextSteps(made, cwd);
    return { exitCode: 0, text };
  } catch (error) {
    if (error instanceof NewRailRefused || isUsageError(error))
      return { exitCode: 1, text: `${error.message}\n` };
    throw error;
  }
}

function nextSteps({ dir, packageName, files, unfinished }: NewRail, cwd: string): string {
  const path = relative(cwd, dir);
  const isWorkspace = /^rails[\\/]/.test(path);
  return `${path}: ${files.length} files. Next:

  ${isWorkspace ? `npm pkg set 'dependencies.${packageName}=*' && npm install` : `npm install ./${path}`}
      makes it a dependency of this deployment, which is all a rail needs to be found
  npx mocha ${path}/*.test.ts
      fails only where something is left to fill in: ${unfinished.join(', ')}
`;
}

function standaloneSteps({ dir, packageName, files, unfinished }: NewRail, cwd: string): string {
  const path = relative(cwd, dir);
  return `${path}: ${files.length} files. Next, in ${path}:

  npm install --save-dev <kit>/*.tgz
      the tarballs that "npm run pack:kit -- <kit>" made in Interline's repository
  npm test
      fails only where something is left to fill in: ${unfinished.join(', ')}
  npm run build && npm pack
      makes the tarball that a deployment installs: npm install ${packageName}-0.1.0.tgz
`;
}

function isUsageError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS')
  );
}

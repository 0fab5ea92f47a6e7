import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** What npm says where it reaches no registry and its cache lacks something. */
const unreachable = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** Runs npm there on this very Node; returns what it printed, and throws it where npm failed. */
export function npmRun(cwd: string, args: readonly string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd, env: { ...process.env, PATH: path } }, (cause, out, err) => {
      if (cause === null) resolve(out);
      else reject(new Error(`npm ${args[0]} failed in ${cwd}: ${out}${err}`, { cause }));
    });
  });
}

/**
 * Installs from npm's cache, and from the registry what is not in it. Without either the tests fail
 * when `CI` is set and are skipped elsewhere.
 */
export async function npmInstall(
  test: Pick<Mocha.Context, 'skip'>,
  cwd: string,
  args: readonly string[],
): Promise<void> {
  try {
    await npmRun(cwd, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...args]);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (process.env['CI'] || !unreachable.test(said)) throw error;
    console.warn(`skipped: npm has neither a registry nor all it needs in its cache: ${said}`);
    test.skip();
  }
}

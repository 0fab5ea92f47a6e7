import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { compileCache } from '../../support/compile-cache.ts';
import { startService } from '../start-service.ts';

const run = promisify(execFile);

interface Verdict {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

describe("the OpenAPI document, read by redocly's recommended rules", () => {
  const redocly = (): string =>
    join(dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))), 'bin/cli.js');

  for (const basePath of ['', '/gateway/v1']) {
    it(`has neither errors nor warnings with the base path "${basePath}"`, async () => {
      const service = await startService({ basePath });
      const folder = await mkdtemp(join(tmpdir(), 'interline-openapi-'));
      const file = join(folder, 'openapi.json');
      await writeFile(file, await (await fetch(`${service.url}${basePath}/openapi.json`)).text());
      await service.close();

      const { stdout } = await run(
        process.execPath,
        [redocly(), 'lint', file, '--format=json', '--extends=recommended'],
        {
          cwd: folder,
          env: {
            PATH: process.env['PATH'],
            ...compileCache,
            HOME: folder,
            REDOCLY_TELEMETRY: 'off',
            REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
          },
        },
      ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
      await rm(folder, { recursive: true });
      const { problems, totals } = JSON.parse(stdout) as Verdict; // CAST: redocly's own shape.

      expect(
        problems.map(
          ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
        ),
      ).to.deep.equal([]);
      expect([totals.errors, totals.warnings]).to.deep.equal([0, 0]);
    });
  }
});

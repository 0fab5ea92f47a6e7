import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { clientFolder } from './generated-folder.ts';

const entries = [
  'index.ts',
  'mandates/index.ts',
  'messages/index.ts',
  'passes/index.ts',
  'payments/index.ts',
  'private/index.ts',
];

describe('the client in a browser', () => {
  it('is one file without third-party code, under 15 kB gzipped', async () => {
    const {
      outputFiles: [bundle],
      metafile,
    } = await build({
      entryPoints: [`${clientFolder}index.ts`],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      conditions: ['interline-source'],
      logLevel: 'silent',
    });

    expect(
      Object.keys(metafile.inputs).filter((path) => !path.includes('apps/client/')),
    ).to.deep.equal([]);
    expect(gzipSync(bundle?.contents ?? '').length).to.be.within(1_000, 15_000);
  });

  for (const entry of entries)
    it(`uses nothing that a browser lacks and is written in ASCII: ${entry}`, async () => {
      const {
        outputFiles: [bundle],
        metafile,
      } = await build({
        entryPoints: [`${clientFolder}${entry}`],
        bundle: true,
        format: 'esm',
        platform: 'browser',
        write: false,
        metafile: true,
        conditions: ['interline-source'],
        logLevel: 'silent',
      });

      expect(
        Object.keys(metafile.inputs).filter((path) => !path.includes('apps/client/')),
      ).to.deep.equal([]);
      // A page that names no character set reads a script in its visitor's.
      expect(bundle?.text.match(/[^\x00-\x7f]/g) ?? []).to.deep.equal([]);
    });
});

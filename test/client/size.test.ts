import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { clientFolder } from './generated-folder.ts';

describe('the client in a browser', () => {
  it("is one file without anybody else's code, under 15 kB gzipped", async () => {
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
});

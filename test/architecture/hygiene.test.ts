import { expect } from 'chai';
import { judgePath, judgeShape } from './judge-file.ts';
import { repoFiles, repoSources } from './repo-files.ts';

const files = repoFiles();

describe('the files of the harness', () => {
  it('are in the agreed folders and have names that say something', () => {
    expect(files.flatMap(judgePath)).to.deep.equal([]);
  });

  it('export by name, and index.ts files only re-export', () => {
    expect([...repoSources()].flatMap(([path, facts]) => judgeShape(path, facts))).to.deep.equal(
      [],
    );
  });
});

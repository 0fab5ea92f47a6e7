import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const bench = fileURLToPath(new URL('bench-ohttp.ts', import.meta.url));

describe('the bench of private requests', () => {
  it('says that a missed goal fails nothing without --strict', () => {
    const help = execFileSync(
      process.execPath,
      ['--conditions=interline-source', bench, '--help'],
      { encoding: 'utf8' },
    );

    expect(help.replaceAll('\n', ' ')).to.include('a missed one fails nothing without --strict');
    expect(help).to.include('--strict  end with 1 where a goal is missed');
  });
});

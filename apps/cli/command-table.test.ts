import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { commandGroups } from './command-table.ts';

const rows = commandGroups.flatMap((group) => group.rows);
const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Prints, after all else, how many modules of commands were loaded. */
const countsCommands = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  let loaded = 0;
  registerHooks({
    load(url, context, next) {
      if (url.includes('/cli/commands/') || url.includes('/apps/server/')) loaded += 1;
      return next(url, context);
    },
  });
  process.on('exit', () => console.log('loaded ' + loaded));
`)}`;

function loadedBy(...words: readonly string[]): string | undefined {
  const flags = ['--conditions=interline-source', '--import', countsCommands];
  const printed = execFileSync(process.execPath, [...flags, main, ...words], { encoding: 'utf8' });
  return printed.trim().split('\n').at(-1);
}

function said(...words: readonly string[]): string {
  const flags = ['--conditions=interline-source'];
  return spawnSync(process.execPath, [...flags, main, ...words], { encoding: 'utf8' }).stderr;
}

describe('the commands', () => {
  it('are each called as their row says', async () => {
    for (const { name, load } of rows) expect((await load()).name()).to.equal(name);
  });

  it('take -o for the file that they write', async () => {
    const loaded = await Promise.all(rows.map(({ load }) => load()));
    const options = loaded
      .flatMap((one) => [one, ...one.commands])
      .flatMap((one) => one.options)
      .filter(({ long }) => long === '--out' || long === '--output');

    expect(new Set(options.map(({ short }) => short))).to.deep.equal(new Set(['-o']));
  });

  it('are not loaded to print the version or to list them', () => {
    expect(loadedBy('--version')).to.equal('loaded 0');
    expect(loadedBy('--help')).to.equal('loaded 0');
  });

  it('have --private in front as well as behind, and refuse it if they have none', () => {
    expect([said('--private', 'quote'), said('quote', '--private')]).to.satisfy(
      ([front, behind]: readonly string[]) =>
        front === behind && front?.includes("required option '--from <chain>' not specified"),
    );
    expect([
      said('--private', 'message', 'send', '--text', 'x'),
      said('message', 'send', '--private', '--text', 'x'),
    ]).to.satisfy(
      ([front, behind]: readonly string[]) =>
        front === behind && front?.includes("required option '--to <address>' not specified"),
    );
    expect(said('--private', 'doctor')).to.include("unknown option '--private'");
    expect(said('status', 'rt_1', '--private', '--watch')).to.include(
      "option '-w, --watch' cannot be used with option '--private'",
    );
  });

  it('that write and read messages say that the service sees an address without --private', () => {
    for (const words of [['send'], ['read'], ['anchor'], []])
      expect(
        execFileSync(
          process.execPath,
          ['--conditions=interline-source', main, 'message', ...words, '--help'],
          { encoding: 'utf8' },
        ),
      ).to.match(/without --private .* the address that/i);
  });

  it('have --json and --private in front in any order, even in front of a command below another', () => {
    const behind = said('quote', '--private', '--json');
    const below = said('passes', 'balance', '--json', '--wrong');

    expect(behind).to.include('"errorCode":"USAGE"').and.include("'--from <chain>'");
    expect([
      said('--private', '--json', 'quote'),
      said('--json', '--private', 'quote'),
    ]).to.deep.equal([behind, behind]);
    expect(below).to.include("unknown option '--wrong'");
    expect(said('--json', 'passes', 'balance', '--wrong')).to.equal(below);
    expect(said('--private')).to.include("unknown option '--private'");
  });

  it('mark in their help the options that must be there, and no others', () => {
    const help = execFileSync(
      process.execPath,
      ['--conditions=interline-source', main, 'agent', 'register', '--help'],
      { encoding: 'utf8' },
    ).replaceAll(/\s+/g, ' ');

    expect(help.match(/\(required\)/g)).to.have.length(6);
    expect(help).to.include('the most that one transfer may be worth (required) --per-day');
    expect(help).to.include('transfers worth more need your approval --max-slippage');
  });

  it('that speak MCP have no --json to offer', () => {
    expect(said('mcp', '--key-file', 'key', '--policy', 'policy', '--json')).to.include(
      "unknown option '--json'",
    );
  });

  it('that ask a service do not load the service', () => {
    const loaded = Number(loadedBy('status', '--help')?.replace('loaded ', ''));

    expect(loaded).to.be.greaterThan(0).and.at.most(3);
  });
});

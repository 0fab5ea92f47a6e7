import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandGroups } from '../command-table.ts';
import { bashScript } from './bash-script.ts';
import { type CommandNode, commandTree } from './command-tree.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const rows = commandGroups.flatMap((group) => group.rows);

describe('completion', () => {
  let folder: string;
  let program: CommandNode;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'interline-completion-'));
    program = await commandTree(rows);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const { shell, script, complete } of shells())
    describe(`in ${shell}`, () => {
      before(function skipsWithoutShell() {
        if (spawnSync(shell, ['--version']).status !== 0) this.skip();
        writeFileSync(join(folder, shell), script(program));
      });

      it('knows every command of the table', () => {
        expect(completed('')).to.include.members(rows.map(({ name }) => name));
      });

      it('knows what is below a command, its options, and the values of one', () => {
        expect(completed('config', '')).to.include.members(['check', 'schema']);
        expect(completed('config', 'check', '--j')).to.deep.equal(['--json']);
        expect(completed('desk', 'close', '--as', '')).to.deep.equal([
          'delivered',
          'explained',
          'returned',
        ]);
        expect(completed('completion', '')).to.include.members(['bash', 'fish', 'zsh']);
      });

      it('knows the words of a command behind its options, and files as the value of one', () => {
        expect(completed('desk', '--json', 'cl')).to.deep.equal(['close']);
        expect(completed('send', '--key-file', '')).not.to.include('--json');
      });

      function completed(...words: readonly string[]): readonly string[] {
        return complete(join(folder, shell), words)
          .split('\n')
          .filter((word) => word !== '')
          .toSorted();
      }
    });
});

interface Shell {
  readonly shell: string;
  readonly script: (program: CommandNode) => string;
  /** What the shell offers for the last word, a line each. */
  readonly complete: (file: string, words: readonly string[]) => string;
}

function shells(): readonly Shell[] {
  return [
    {
      shell: 'bash',
      script: bashScript,
      complete: (file, words) =>
        run('bash', [
          '-c',
          `source "$1"; shift; COMP_WORDS=(interline "$@"); COMP_CWORD=$#; _interline; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          file,
          ...words,
        ]),
    },
    {
      shell: 'zsh',
      script: zshScript,
      // Only the line editor runs the real functions; these show what they are given for the word.
      complete: (file, words) =>
        run('zsh', [
          '-f',
          '-c',
          `
          compdef() { true }
          compadd() { [[ "$1" == -- ]] && shift; offer "$@" }
          _describe() { offer "\${(@)\${(@P)2}%%:*}" }
          _files() { true }
          offer() { print -l -- "\${(@M)@:#\${words[CURRENT]}*}" }
          source "$1"; shift; words=(interline "$@"); CURRENT=$#words; _interline`,
          'zsh',
          file,
          ...words,
        ]),
    },
    {
      shell: 'fish',
      script: fishScript,
      complete: (file, words) =>
        run('fish', [
          '--no-config',
          '-c',
          'source $argv[1]; complete -C (string join -- " " interline $argv[2..-1])',
          file,
          ...words,
        ])
          .split('\n')
          .map((line) => line.split('\t')[0])
          .join('\n'),
    },
  ];
}

function run(shell: string, args: readonly string[]): string {
  return execFileSync(shell, args, { encoding: 'utf8' });
}

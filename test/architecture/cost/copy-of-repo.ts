import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repoFiles } from '../repo-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Lines that a change added to a file; a new file has no other. */
export interface Cost {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
}

/** A copy of the repository whose workspaces import each other, and not the original's. */
export class CopyOfRepo {
  readonly dir = mkdtempSync(join(tmpdir(), 'interline-cost-'));

  constructor() {
    for (const path of repoFiles()) {
      mkdirSync(join(this.dir, dirname(path)), { recursive: true });
      cpSync(join(root, path), join(this.dir, path));
    }
    this.#linkPackages();
    this.#git('init', '-q');
    this.#commit();
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.dir, dirname(path)), { recursive: true });
    writeFileSync(join(this.dir, path), text);
  }

  append(path: string, text: string): void {
    appendFileSync(join(this.dir, path), text);
  }

  /** Puts text behind the first place of the anchor, which must be there. */
  insert(path: string, anchor: string, text: string): void {
    const before = readFileSync(join(this.dir, path), 'utf8');
    const at = before.indexOf(anchor);
    if (at === -1) throw new Error(`${path} no longer has ${anchor}`);
    const end = at + anchor.length;
    writeFileSync(join(this.dir, path), before.slice(0, end) + text + before.slice(end));
  }

  /** Takes the first place of the text away, which must be there. */
  cut(path: string, text: string): void {
    const before = readFileSync(join(this.dir, path), 'utf8');
    if (!before.includes(text)) throw new Error(`${path} no longer has ${text}`);
    writeFileSync(
      join(this.dir, path),
      before.replace(text, () => ''),
    );
  }

  /** Takes a folder away, which must be there. */
  drop(folder: string): void {
    rmSync(join(this.dir, folder), { recursive: true });
  }

  run(program: string, ...args: readonly string[]): string {
    return execFileSync(program, args, { cwd: this.dir, encoding: 'utf8' });
  }

  /** What changed since it was last asked, by file. */
  takeCosts(): readonly Cost[] {
    this.#git('add', '-A');
    const added = new Set(
      this.#git('diff', '--cached', '--name-only', '--diff-filter=A').split('\n'),
    );
    const costs = this.#git('diff', '--cached', '--numstat')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [plus = '', minus = '', path = ''] = line.split('\t');
        return { path, isNew: added.has(path), added: Number(plus), removed: Number(minus) };
      });
    this.#commit();
    return costs;
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  #git(...args: readonly string[]): string {
    return this.run('git', ...args);
  }

  #commit(): void {
    this.#git('add', '-A');
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    this.#git(...author, 'commit', '-qm', 'before', '--no-gpg-sign', '--allow-empty');
  }

  #linkPackages(): void {
    const installed = join(root, 'node_modules');
    const folders = ['.', ...readdirSync(join(installed, '@interline')).map(folderOf)];
    for (const folder of folders) {
      const from = join(root, folder, 'node_modules');
      if (!existsSync(from)) continue;
      mkdirSync(join(this.dir, folder, 'node_modules'), { recursive: true });
      for (const name of readdirSync(from))
        if (name !== '@interline')
          symlinkSync(join(from, name), join(this.dir, folder, 'node_modules', name));
    }
    mkdirSync(join(this.dir, 'node_modules/@interline'));
    for (const name of readdirSync(join(installed, '@interline')))
      symlinkSync(join(this.dir, folderOf(name)), join(this.dir, 'node_modules/@interline', name));

    function folderOf(name: string): string {
      return relative(root, realpathSync(join(installed, '@interline', name)));
    }
  }
}

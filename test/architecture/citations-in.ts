import { posix } from 'node:path';

/** Something that a comment or a document points at. */
export interface Citation {
  readonly line: number;
  readonly kind: 'link' | 'path' | 'decision' | 'elsewhere';
  /** As it is written. */
  readonly text: string;
}

const topFolders = 'core|ports|plugins|rails|adapters|apps|test|\\.github|\\.ci';
const fileEndings = 'ts|js|md|json|ya?ml|sol|tmpl|toml';
/**
 * `core/kernel`, `../README.md`, `prepare/chain-costs.ts`, `rules.ts`; `*` and `{a,b}` as in a
 * shell. A single name counts only with an ending that no config of a user's has.
 */
const repoPath = new RegExp(
  `^(?:(?:${topFolders})(?:/[\\w.*{},-]+)+/?|(?:\\.{1,2}/)?(?:[\\w.*{},-]+/)+[\\w.*{},-]+\\.(?:${fileEndings})|[\\w.*{},-]+\\.(?:ts|md|sol|tmpl))$`,
);
/** The same in prose, where only a file below a top folder is unmistakable. */
const pathInProse = new RegExp(
  `(?<![\\w/@.\`-])((?:${topFolders})/[\\w./-]+\\.(?:${fileEndings}))(?![\\w/])`,
  'g',
);
const decision = /\bdecisions?\s+(\d+)\b/gi;
/** Documents that are not in the repo. */
const elsewhere =
  /\bDESIGN(?:\.md)?\s+(?:section\s+)?\d+|\bSTYLE(?:\.md)?\s+\d+|\bfindings?\s+#?\d+|\bfindings\/\S+|\(?\bspec,[^)\n]*\brules?\s+\d+/gi;

/** What the prose of a file points at: all of a document, the comments of a source. */
export function citationsIn(path: string, text: string): readonly Citation[] {
  const lines = text.split('\n');
  let isFenced = false;
  return lines.flatMap((line, index) => {
    if (path.endsWith('.md')) {
      if (line.startsWith('```')) isFenced = !isFenced;
      return isFenced ? [] : inProse(line, index + 1, true);
    }
    return inProse(commentOf(line), index + 1, false);
  });
}

function inProse(line: string, number: number, isDocument: boolean): readonly Citation[] {
  const cite = (kind: Citation['kind'], text: string): Citation => ({ line: number, kind, text });
  const links = isDocument ? [...line.matchAll(/\]\(([^)\s]+)\)/g)] : [];
  return [
    ...links
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => cite('link', target)),
    ...[...line.matchAll(/`([^`]+)`/g)]
      .flatMap(([, code = '']) => code.split(/[\s'"=]+/))
      .filter((word) => repoPath.test(word))
      .map((word) => cite('path', word)),
    ...[...line.replaceAll(/`[^`]*`/g, '').matchAll(pathInProse)].map(([, found = '']) =>
      cite('path', found),
    ),
    ...[...line.matchAll(decision)].map(([, found = '']) => cite('decision', found)),
    ...[...line.matchAll(elsewhere)].map(([found]) => cite('elsewhere', found)),
  ];
}

/** A line's comment; a line of a block comment starts with a star, as Prettier leaves it. */
function commentOf(line: string): string {
  return (
    /^\s*(?:\/?\*|\/\/)(.*)$/.exec(line)?.[1] ?? /(?:^|[\s;{}(,])\/\/\s(.*)$/.exec(line)?.[1] ?? ''
  );
}

/** What citations may lead to: the files of the repo, and what its documents number and head. */
export interface Citable {
  readonly files: readonly string[];
  readonly decisions: ReadonlySet<string>;
  /** Anchors of a document, by its path. */
  readonly anchors: (path: string) => ReadonlySet<string>;
}

/** Why a citation leads nowhere, or undefined where it leads somewhere. */
export function judgeCitation(
  path: string,
  { kind, line, text }: Citation,
  { files, decisions, anchors }: Citable,
): string | undefined {
  const at = `${path}:${line}: `;
  switch (kind) {
    case 'decision':
      return decisions.has(text) ? undefined : `${at}no DECISIONS.md has a number ${text}`;
    case 'elsewhere':
      return `${at}"${text}" is not in the repo`;
    case 'path':
      return isThere(path, text, files) ? undefined : `${at}there is no ${text}`;
    case 'link': {
      const [to = '', anchor] = text.split('#');
      const target = to === '' ? path : posix.join(posix.dirname(path), to).replace(/\/$/, '');
      if (!files.some((file) => file === target || file.startsWith(`${target}/`)))
        return `${at}the link to ${text} leads nowhere`;
      return anchor === undefined || anchors(target).has(anchor)
        ? undefined
        : `${at}${target} has no heading #${anchor}`;
    }
  }
}

/**
 * Whether a path names a file or folder from the root, from the citing file's folder or one above
 * it, or, where it is shorter, somewhere below the same workspace.
 */
function isThere(from: string, cited: string, files: readonly string[]): boolean {
  const wanted = cited.replace(/\/$/, '');
  const found = (pattern: string): boolean =>
    files.some(
      (file) => posix.matchesGlob(file, pattern) || posix.matchesGlob(file, `${pattern}/**`),
    );
  if (found(wanted)) return true;
  const isRooted = new RegExp(`^(?:${topFolders})/`).test(wanted);
  for (let folder = posix.dirname(from); folder !== '.'; folder = posix.dirname(folder))
    if (found(posix.join(folder, wanted))) return true;
  const [top = ''] = from.split('/');
  return !isRooted && (found(`${top}/**/${wanted}`) || found(`**/${wanted}`));
}

/** The anchors that GitHub gives a document's headings. */
export function anchorsOf(document: string): ReadonlySet<string> {
  return new Set(
    [...document.matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

import { build, type Metafile } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from './read-sources.ts';

const consoleFolder = fileURLToPath(new URL('./', import.meta.url));
export const bundleFolder = join(consoleFolder, 'bundle');

/** Where the code of each such wish begins. */
const wishes = {
  /** To ask privately, or to take passes: HPKE, blind signatures, the logs of the mint and of the lane. */
  private: 'src/pages/private.ts',
  /** For a wallet of play money, on a devnet: secp256k1 and EIP-712. */
  wallet: 'src/wallet/throw-away.ts',
  /** To check a signed receipt here: its signature, its words, its place in the log. */
  receipt: 'src/receipt/receipt-panel.tsx',
  /** For an amount of which one chain has too little: a plan over several. */
  plan: 'src/plan/plan-panel.tsx',
  /** To follow a sponsored call, or to see where they are offered. */
  sponsor: 'src/sponsor/sponsor-panel.tsx',
  /** For a wallet's own account: its sign-in, its routes, its refunds. */
  account: 'src/account/account-panel.tsx',
  /** For a code to scan: of a deposit, or of a link once somebody asks for it. */
  code: 'src/parts/qr-path.ts',
} as const;

export interface BuiltConsole {
  /** By name, as they stand in `bundle/`. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What the page loads before it shows anything; the rest is loaded when it is wanted. */
  readonly first: readonly string[];
  /** What is loaded on a wish that most visitors never have, by that wish; no part of it is the page's. */
  readonly onWish: Readonly<Record<keyof typeof wishes, readonly string[]>>;
  /** Sources and packages that went in, from the repository's root. */
  readonly inputs: readonly string[];
}

/** The bundle, in memory: the same bytes from the same sources, in whatever folder they stand. */
export async function buildConsole(): Promise<BuiltConsole> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: consoleFolder,
    entryPoints: {
      console: 'src/main.tsx',
      style: 'src/style/index.css',
      later: 'src/style/later.css',
    },
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    outdir: 'bundle',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2023', 'chrome123', 'firefox124', 'safari17.5'],
    charset: 'ascii',
    // By `h`, which takes children as arguments: a third of a kilobyte less than by the automatic runtime.
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    conditions: ['interline-source'],
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
    tsconfigRaw: {},
    plugins: [readSources(join(consoleFolder, 'src'))],
  });
  const files = new Map<string, Buffer>(
    outputFiles.map(({ path, contents }) => [relative(bundleFolder, path), Buffer.from(contents)]),
  );
  // Of a package much may be read, and little may be left.
  const left = Object.values(metafile.outputs).flatMap(({ inputs: parts }) =>
    Object.keys(parts).filter((path) => (parts[path]?.bytesInOutput ?? 0) > 0),
  );
  const inputs = [...new Set(left)].map((path) =>
    relative(join(consoleFolder, '../..'), join(consoleFolder, path)),
  );
  const icon = hashed('icon', 'svg', readFileSync(join(consoleFolder, 'src/style/icon.svg')));
  const licenses = hashed('licenses', 'txt', licensesOf(inputs));
  const [script = '', style = '', later = ''] = ['console-', 'style-', 'later-'].map((start) =>
    [...files.keys()].find((name) => name.startsWith(start)),
  );
  const html = htmlOf({ script, style, later, icon: icon.name, licenses: licenses.name });
  for (const { name, bytes } of [icon, licenses, { name: 'index.html', bytes: html }])
    files.set(name, bytes);
  const shared = Object.entries(metafile.outputs)
    .filter(([path]) => path.endsWith(script))
    .flatMap(([, { imports }]) => imports)
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => relative('bundle', path));
  return {
    files,
    first: ['index.html', script, style, icon.name, ...shared],
    onWish: filesByWish(metafile),
    inputs,
  };
}

/** What nobody loads who does not have that wish; what two wishes share counts for both. */
function filesByWish(metafile: Metafile): BuiltConsole['onWish'] {
  const all = Object.values(wishes);
  const files = Object.entries(wishes).map(
    ([name, wish]) => [name, filesOfWish(metafile, wish, all)] as const,
  );
  // CAST: the keys are those of the wishes.
  return Object.fromEntries(files) as BuiltConsole['onWish'];
}

function filesOfWish(
  { outputs }: Metafile,
  wish: string,
  all: readonly string[],
): readonly string[] {
  const beginning = (source: string): string[] =>
    Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === source);
  const reached = (from: readonly string[], without: readonly string[] = []): Set<string> => {
    const found = new Set(from);
    // A set that grows is walked to its end.
    for (const path of found)
      for (const { path: next } of outputs[path]?.imports ?? [])
        if (!without.includes(next)) found.add(next);
    return found;
  };
  const page = reached(beginning('src/main.tsx'), all.flatMap(beginning));
  const others = all.filter((one) => one !== wish).flatMap(beginning);
  return [...reached(beginning(wish), others)]
    .filter((path) => !page.has(path))
    .map((path) => relative('bundle', path));
}

function hashed(name: string, ending: string, bytes: Buffer): { name: string; bytes: Buffer } {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return { name: `${name}-${hash}.${ending}`, bytes };
}

/** Names are relative, so the page works behind any path that leads to it. */
function htmlOf(
  name: Readonly<Record<'script' | 'style' | 'later' | 'icon' | 'licenses', string>>,
): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Interline</title>
<link rel="icon" type="image/svg+xml" href="console/${name.icon}">
<link rel="license" href="console/${name.licenses}">
<link rel="stylesheet" href="console/${name.style}">
<link rel="stylesheet" href="console/${name.later}" disabled>
<script type="module" src="console/${name.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>This page needs JavaScript. The service's interface is described in <a href="docs">docs</a>.</p></noscript>
</body>
</html>
`);
}

/** The licences of the packages that went in: they ask to be handed on with the code. */
function licensesOf(inputs: readonly string[]): Buffer<ArrayBuffer> {
  const packages = [
    ...new Set(
      inputs.flatMap((path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []),
    ),
  ]
    .filter((found) => found.includes('node_modules'))
    .sort();
  const texts = packages.map((folder) => {
    const at = join(consoleFolder, '../..', folder);
    // CAST: npm has read it.
    const { name, version, license } = JSON.parse(
      readFileSync(join(at, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].find((one) =>
      existsSync(join(at, one)),
    );
    const text = file === undefined ? '' : readFileSync(join(at, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return Buffer.from([...new Set(texts)].join('\n----------------------------------------\n\n'));
}

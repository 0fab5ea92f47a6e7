import type { Terminal } from './terminal.ts';

/** Where a person watches: standard error, so that the result can be taken alone. */
export interface Screen {
  readonly isWatched: boolean;
  write(text: string): void;
}

/** In ASCII and without colour, so that NO_COLOR and any font are served too. */
const frames = ['|', '/', '-', '\\'];
/** An answer that comes sooner shows nothing at all. */
const quietMs = 400;
const everyMs = 120;
const clear = '\u001B[2K';

/** Shows a person that it waits, what for and how long; nothing with `--json` or in a pipe. */
export async function whileWaiting<Result>(
  { isJson }: Pick<Terminal, 'isJson'>,
  what: string,
  run: () => Promise<Result>,
  screen: Screen = standardError(),
): Promise<Result> {
  if (isJson || !screen.isWatched) return run();
  const startedMs = performance.now();
  let drawn = 0;
  const timer = setInterval(() => {
    const passedMs = performance.now() - startedMs;
    if (passedMs < quietMs) return;
    const frame = frames[drawn % frames.length];
    drawn += 1;
    // The cursor goes back at once: what else is written meanwhile begins a line of its own.
    screen.write(`${clear}${frame} ${what}, ${Math.floor(passedMs / 1_000)} s\r`);
  }, everyMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    if (drawn > 0) screen.write(clear);
  }
}

function standardError(): Screen {
  const { stdout, stderr, env } = process;
  return {
    isWatched: stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb',
    write: (text) => stderr.write(text),
  };
}

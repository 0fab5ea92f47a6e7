import { defaultUrl } from './service-url.ts';

/** A route was accepted, and could not be followed to its end here: its money may be under way. */
export class UnfollowedRoute extends Error {
  readonly id: string;
  /** The command that goes on following it. */
  readonly follow: string;

  constructor(id: string, follow: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.id = id;
    this.follow = follow;
  }
}

/** The whole command that shows the route again, from the same terminal. */
export function followCommand(id: string, url: string): string {
  return `interline status ${id} --watch${urlWords(url)}`;
}

/** For the end of a command that is to be run from the same terminal: empty where it is implied. */
export function urlWords(url: string): string {
  const isImplied = url === defaultUrl() || process.env['INTERLINE_URL'] !== undefined;
  return isImplied ? '' : ` --url ${url}`;
}

/**
 * Runs what follows an accepted route. Where that fails, and on Ctrl-C, it says how to follow the
 * route; the process then ends as it would have without that.
 */
export async function followAccepted<Result>(
  id: string,
  follow: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const onInterrupt = (): void => {
    console.error(`\nfollow: ${follow}`);
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', onInterrupt);
  try {
    return await run();
  } catch (error) {
    throw new UnfollowedRoute(id, follow, error);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

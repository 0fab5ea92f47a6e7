import type { RouteReceipt } from '@interline/client';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { namesIn, writeWhole } from './kept-files.ts';

/** A route that this machine sent, with its receipt as it was last read. */
export interface KeptRoute {
  readonly acceptedAtMs: number;
  readonly receipt: RouteReceipt;
}

/** The caller's own routes over one service: a service lists no one's routes, so they are kept here. */
export interface RoutesKept {
  keep(route: KeptRoute): Promise<void>;
  ids(): Promise<readonly string[]>;
  /** The newest first. */
  all(): Promise<readonly KeptRoute[]>;
}

/** None are kept where INTERLINE_ROUTES says `off`. */
export function routesOf(url: string): RoutesKept {
  const root = process.env['INTERLINE_ROUTES'] ?? join(homedir(), '.interline', 'routes');
  if (root === 'off')
    return { keep: async () => undefined, ids: async () => [], all: async () => [] };
  const folder = join(root, new URL(url).host.replaceAll(':', '_'));
  return {
    async keep(route) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(join(folder, fileOf(route.receipt.id)), route);
    },
    ids: async () => (await namesIn(folder, '.route')).map((name) => name.replace(/\.route$/, '')),
    async all() {
      const names = await namesIn(folder, '.route');
      const kept = await Promise.all(
        // CAST: a file of our own.
        names.map(
          async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptRoute,
        ),
      );
      return kept.toSorted((one, other) => other.acceptedAtMs - one.acceptedAtMs);
    },
  };
}

/**
 * Keeps a route that was just accepted. Its money may be under way, so a disk that is full stops
 * nothing: the route is then missing in the list, and that is said.
 */
export async function keepAccepted(url: string, receipt: RouteReceipt): Promise<void> {
  try {
    await routesOf(url).keep({ acceptedAtMs: Date.now(), receipt });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`${receipt.id} will not be in "interline routes ls": ${why}`);
  }
}

/** Keeps how a route that was followed stands now: a service that is gone later cannot be asked. */
export async function keepFollowed(url: string, receipt: RouteReceipt): Promise<void> {
  const routes = routesOf(url);
  try {
    const kept = (await routes.all()).find((one) => one.receipt.id === receipt.id);
    if (kept !== undefined) await routes.keep({ ...kept, receipt });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`"interline routes ls" will ask how ${receipt.id} ended: ${why}`);
  }
}

/** The service names it, so only what looks like its names becomes a file's. */
function fileOf(id: string): string {
  if (/^(rt|sbx)_[0-9a-f]{32}$/.test(id)) return `${id}.route`;
  throw new Error(`the service named a route "${id.slice(0, 40)}"; wanted rt_ and 32 hex digits`);
}

import { type Room, rooms } from './rules/rooms.ts';

/** A room with the star of its row filled in. */
export interface Place {
  readonly room: Room;
  /** Folder of the workspace. */
  readonly folder: string;
  readonly name: string;
}

/** The room a file of the repo stands in, or undefined for the root's own files. */
export function roomOf(path: string): Place | undefined {
  const segments = path.split('/');
  return rooms.flatMap((room): Place[] => {
    const wanted = room.at.split('/');
    const matches =
      segments.length > wanted.length &&
      wanted.every((segment, i) => segment === '*' || segment === segments[i]);
    if (!matches) return [];
    const folder = segments.slice(0, wanted.length).join('/');
    return [{ room, folder, name: room.name.replace('*', segments[wanted.length - 1] ?? '') }];
  })[0];
}

/** Whether a file is there for tests only: a test, a double or a fixture. */
export function isTestCode(path: string): boolean {
  return (
    /\.test\.ts(\.tmpl)?$/.test(path) ||
    path.startsWith('test/') ||
    /\/(testing|fixtures)\//.test(path)
  );
}

/**
 * Whether a file is the folder's, the folder being named by its path or by a file of that very
 * path.
 */
export function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

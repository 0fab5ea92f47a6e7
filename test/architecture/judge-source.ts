import { programs, worldReads } from './rules/world.ts';
import { judgeImport } from './judge-import.ts';
import type { SourceFacts } from './read-source.ts';
import { isTestCode, roomOf } from './room-of.ts';

/**
 * What is wrong with one file's imports and its ways to the world: `path:line: reason`, in the
 * order of the text.
 */
export function judgeSource(path: string, facts: SourceFacts): readonly string[] {
  const place = roomOf(path);
  if (place === undefined)
    return facts.imports.length === 0 ? [] : [`${path}: this folder has no row in rules/rooms.ts`];

  const refused = facts.imports.map((found) => ({
    line: found.line,
    reason: judgeImport(path, place, found),
  }));
  const isFree = place.room.world === 'at hand' || isTestCode(path) || programs.test(path);
  const reads = isFree
    ? []
    : facts.worldReads
        .filter(({ name }) => worldReads.includes(name))
        .map(({ name, line }) => ({
          line,
          reason: `${name}: time, chance, environment and network are ports here`,
        }));
  return [...refused, ...reads]
    .filter(({ reason }) => reason !== undefined)
    .sort((a, b) => a.line - b.line)
    .map(({ line, reason }) => `${path}:${line}: ${reason}`);
}

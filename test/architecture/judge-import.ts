import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { computedImports } from './rules/computed-imports.ts';
import { ownedLibraries } from './rules/libraries.ts';
import type { Room } from './rules/rooms.ts';
import { testKits, testSubpaths, testTools } from './rules/test-code.ts';
import { worldBuiltins } from './rules/world.ts';
import type { ImportRef } from './import-of.ts';
import { judgeArrow } from './module-arrows.ts';
import { packageOf } from './package-of.ts';
import { isIn, isTestCode, type Place } from './room-of.ts';

/** Why a file may not have an import, or undefined where it may. */
export function judgeImport(
  path: string,
  place: Place,
  { specifier, typesOnly }: ImportRef,
): string | undefined {
  if (specifier === null)
    return computedImports.includes(path) ? undefined : 'only discovery imports a computed name';
  if (/^\.\.?(\/|$)/.test(specifier)) return judgeRelative(path, place, specifier);
  if (isBuiltin(specifier)) return judgeBuiltin(path, place.room, specifier);
  if (!/^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(specifier))
    return `${specifier} is neither relative nor a package nor a node: builtin`;
  if (specifier.startsWith('@interline/')) return judgeInternal(path, place, specifier);
  return judgeLibrary(path, place.room, packageOf(specifier), typesOnly);
}

function judgeRelative(path: string, { folder }: Place, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  if (!isIn(folder, target)) return `${specifier} leaves the workspace ${folder}`;
  if (isTestCode(target) && !isTestCode(path) && !isKit(path))
    return `${specifier} is test code, and this file is shipped`;
  return judgeArrow(path, specifier);
}

function judgeBuiltin(path: string, room: Room, specifier: string): string | undefined {
  if (!specifier.startsWith('node:')) return `write node:${specifier}`;
  if (isTestCode(path) ? room.builtins === 'none' : room.builtins !== 'any')
    return `${specifier}: ${room.law}`;
  const reachesWorld = worldBuiltins.includes(specifier.slice('node:'.length).split('/')[0] ?? '');
  if (reachesWorld && room.world === 'by port' && !isTestCode(path))
    return `${specifier}: time, chance and the network are ports here`;
  return undefined;
}

function judgeInternal(path: string, { room, name }: Place, specifier: string): string | undefined {
  const wanted = packageOf(specifier);
  if (wanted.startsWith('@interline/rail-'))
    return `${specifier}: rails are discovered, nobody imports one by name`;
  if (wanted !== name && !room.internal.includes(wanted)) return `${specifier}: ${room.law}`;
  const subpath = specifier.slice(wanted.length + 1).split('/')[0] ?? '';
  if (testSubpaths.includes(subpath) && !isTestCode(path))
    return `${specifier} is for tests, and this file is shipped`;
  return undefined;
}

function judgeLibrary(
  path: string,
  room: Room,
  library: string,
  typesOnly: boolean,
): string | undefined {
  if (testTools.includes(library))
    return isTestCode(path) || isKit(path)
      ? undefined
      : `${library} is for tests, and this file is shipped`;
  if (room.libraries === 'none') return `${library}: ${room.law}`;
  const owned = ownedLibraries.find(({ names }) => names.includes(library));
  if (owned === undefined || owned.owners.some((owner) => isIn(owner, path))) return undefined;
  if (!owned.typesOnly?.some((owner) => isIn(owner, path))) return `${library}: ${owned.why}`;
  return typesOnly ? undefined : `${library} only as types: ${owned.why}`;
}

function isKit(path: string): boolean {
  return testKits.some((kit) => isIn(kit, path));
}

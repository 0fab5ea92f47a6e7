import type { RailManifest } from '@interline/ports';
import { AdmissionError } from './admission-error.ts';

/**
 * One name means one thing everywhere: ids and ways are never shared by two rails, and there is one
 * sandbox at most.
 */
export function checkNames(manifests: readonly RailManifest[]): void {
  const owners = new Map<string, string>();
  for (const { id } of manifests) {
    if (owners.has(id))
      throw new AdmissionError(
        'NAME_TAKEN',
        `two packages bring a rail "${id}"; exclude one of them by its package name`,
      );
    owners.set(id, id);
  }
  for (const { id, ways } of manifests) {
    for (const way of ways) {
      const owner = owners.get(way) ?? id;
      if (owner !== id)
        throw new AdmissionError(
          'NAME_TAKEN',
          `rail "${id}" has the way "${way}", a name of rail "${owner}"; exclude one of them`,
        );
      owners.set(way, id);
    }
  }
  const [first, second] = manifests.filter((manifest) => manifest.effects === 'simulated');
  if (second !== undefined)
    throw new AdmissionError(
      'NAME_TAKEN',
      `rails "${first?.id}" and "${second.id}" are both simulated; the sandbox header reaches one, so exclude the other`,
    );
}

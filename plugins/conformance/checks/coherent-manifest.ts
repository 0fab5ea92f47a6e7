import { readManifest } from '../../admission/read-manifest.ts';
import type { ConformanceCheck } from '../check.ts';

export const coherentManifest: ConformanceCheck = {
  title: 'has a manifest that a host admits',
  async run(bench) {
    const { manifest } = bench;
    readManifest(manifest.id, manifest);
  },
};

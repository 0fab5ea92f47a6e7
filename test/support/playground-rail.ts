import { type ScriptedRail, scriptedManifest, scriptedRail } from '@interline/plugins/testing';

/** The kit's scripted rail as the sandbox: reached by its header only. */
export function playgroundRail(): ScriptedRail {
  return scriptedRail({
    manifest: scriptedManifest({
      id: 'playground',
      ways: ['playground'],
      effects: 'simulated',
    }),
    plan: { pullTo: 'none' },
  });
}

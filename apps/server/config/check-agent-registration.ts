import type { z } from 'zod';

interface Registered {
  readonly profile: 'devnet' | 'mainnet';
  readonly agentRegistration?: object | undefined;
  readonly server: { readonly publicUrl?: string | undefined };
}

/** The file names where agents reach the service, and that is never taken from a request. */
export function checkAgentRegistration(
  { profile, agentRegistration, server }: Registered,
  context: z.RefinementCtx,
): void {
  if (agentRegistration === undefined || server.publicUrl !== undefined || profile === 'devnet')
    return;
  context.addIssue({
    code: 'custom',
    path: ['agentRegistration'],
    message:
      'a registry points agents to where they reach the service, and that is not known; wanted server: { publicUrl } beside it',
  });
}

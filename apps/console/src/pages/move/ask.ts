import type { Client } from '@interline/client';
import { privacyStore } from '../../state/privacy.ts';
import { client } from '../../state/service.ts';

/**
 * What is asked of the service for the transfer that is filled in: sealed and through a relay where that
 * was chosen, and then never straight to the service, whatever goes wrong.
 */
export const ask: Client['call'] = (name, asked, how) =>
  (privacyStore.get().isPrivate ? askPrivately : client.call)(name, asked, how);

export const askPrivately: Client['call'] = async (name, asked, how) =>
  (await import('../private.ts')).askPrivately(name, asked, how);

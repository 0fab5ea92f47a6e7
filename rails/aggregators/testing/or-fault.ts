import { isRelayError } from '@interline/plugins';

/** What an engine's folder answers, or null where it blames the engine. Anything else it throws is a crash. */
export async function orFault<T>(attempt: () => T | Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (isRelayError(error) && error.code === 'RAIL_FAULT') return null;
    throw error;
  }
}

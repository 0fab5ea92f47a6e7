import { isRelayError } from '@interline/plugins';

/**
 * The result of an engine's folder, or null if it blames the engine. Any other error is a crash.
 */
export async function orFault<T>(attempt: () => T | Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (isRelayError(error) && error.code === 'RAIL_FAULT') return null;
    throw error;
  }
}

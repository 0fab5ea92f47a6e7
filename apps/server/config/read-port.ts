import { ConfigError } from './read-config.ts';

/** A port from the environment; throws on anything that is none. */
export function readPort(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(
      `a port must be a whole number from 0 to 65535; got ${JSON.stringify(text)}`,
    );
  return port;
}

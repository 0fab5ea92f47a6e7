const prefix = 'lane_';

/** The pseudonym of a client of the private lane, whose senders cannot be told apart otherwise. */
export function laneClient(pseudonym: string): string {
  return `${prefix}${pseudonym}`;
}

/**
 * The key under which all of them are counted together, because each pass makes a client of its own
 * and passes are cheap.
 */
export const allOfLane = 'lane';

export function isLaneClient(client: string): boolean {
  return client.startsWith(prefix);
}

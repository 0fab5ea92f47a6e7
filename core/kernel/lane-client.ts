const prefix = 'lane_';

/** The pseudonym of a client of the private lane, whose senders nothing else tells apart. */
export function laneClient(pseudonym: string): string {
  return `${prefix}${pseudonym}`;
}

/** What is counted of all of them together, for each pass makes one of its own and passes are cheap. */
export const allOfLane = 'lane';

export function isLaneClient(client: string): boolean {
  return client.startsWith(prefix);
}

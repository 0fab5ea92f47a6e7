const prefix = 'lane_';

/** The pseudonym of a client of the private lane, whose senders nothing else tells apart. */
export function laneClient(pseudonym: string): string {
  return `${prefix}${pseudonym}`;
}

export function isLaneClient(client: string): boolean {
  return client.startsWith(prefix);
}

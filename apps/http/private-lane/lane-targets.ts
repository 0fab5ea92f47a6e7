import type { Endpoint } from '../server/endpoint.ts';

/** What names its asker, or is the lane itself. Operators' rows and those at the root are not in it either. */
const keptOut: readonly string[] = [
  '/api/keys/',
  '/api/hooks/',
  '/api/ohttp/gateway',
  '/api/route/by-wallet',
  '/api/account',
  '/api/agents',
  '/api/mandates',
  // Their clients name their software; the rows behind the tools are in the lane themselves.
  '/api/mcp',
  '/api/a2a',
];

/** Whether the private lane serves a row of the table. */
function isInLane({ path, atRoot, isOperators }: Endpoint): boolean {
  return (
    atRoot !== true && isOperators !== true && !keptOut.some((prefix) => path.startsWith(prefix))
  );
}

/** Whether a method and target, as a private request gives them, are of such a row. */
export type IsLaneTarget = (method: string, target: string) => boolean;

export function laneTargets(endpoints: readonly Endpoint[], basePath: string): IsLaneTarget {
  const patterns = endpoints
    .filter(isInLane)
    .map(
      ({ method, path }) =>
        new RegExp(
          `^${method} ${escaped(basePath + path).replace(/\\\{\w+\\\}/g, '[A-Za-z0-9_.~-]+')}$`,
        ),
    );
  return (method, target) => {
    const [path, ...query] = target.split('?');
    // A URL parser would read such a target in another way, so it is not one of ours.
    if (!/^[\x21-\x7e]*$/.test(target) || target.includes('#') || query.length > 1) return false;
    return patterns.some((pattern) => pattern.test(`${method} ${path}`));
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

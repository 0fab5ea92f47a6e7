import { isRelayError, RelayError } from '@interline/kernel';
import type { LaneRequest } from '@interline/core/private-lane';
import type { PrivateResponse } from '@interline/ports';
import type { EndpointInput } from '../server/endpoint.ts';
import type { InsideRequest } from '../server/answer-inside.ts';
import { laneKemHeader, laneNetwork } from '../server/limits/lane-network.ts';
import { asProblem, presentError } from '../server/present/present-error.ts';
import { type IsLaneTarget, laneTargets } from './lane-targets.ts';

/**
 * What an answer says besides its body. Ids and limits stay outside, because they belong to the
 * whole lane.
 */
const keptFields: readonly string[] = ['content-type', 'retry-after', 'idempotent-replayed'];

type Context = Pick<EndpointInput, 'deps' | 'endpoints' | 'answerInside'>;

/** The answer to what was asked, or to why it is refused. */
export async function answerPrivate(
  { asked, kem }: Pick<LaneRequest, 'asked' | 'kem'>,
  context: Context,
): Promise<PrivateResponse> {
  if (isRelayError(asked)) return problemOf(asked, context);
  const { method, path, content } = asked;
  if (!isServed(method, targetsOf(context), path))
    return problemOf(
      new RelayError('TARGET_NOT_ALLOWED', {}, 'the private lane serves no such method and path'),
      context,
    );
  const {
    status,
    headers,
    content: answered,
  } = await context.answerInside({
    method,
    path,
    content,
    network: laneNetwork,
    headers: { [laneKemHeader]: kem },
  });
  return {
    status,
    fields: Object.fromEntries(
      keptFields.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ),
    content: answered,
  };
}

function isServed(
  method: string,
  isTarget: IsLaneTarget,
  path: string,
): method is InsideRequest['method'] {
  return isTarget(method, path);
}

/** Made once for each app. */
const made = new WeakMap<object, IsLaneTarget>();

function targetsOf({ deps, endpoints }: Context): IsLaneTarget {
  const known = made.get(deps);
  if (known !== undefined) return known;
  const targets = laneTargets(endpoints, deps.basePath);
  made.set(deps, targets);
  return targets;
}

function problemOf(error: RelayError, { deps }: Context): PrivateResponse {
  const reply = presentError(error, {
    basePath: deps.basePath,
    requestId: deps.entropy.hex(16),
    endpoint: null,
  });
  return {
    status: reply.status,
    fields: { 'content-type': 'application/problem+json' },
    content: Buffer.from(JSON.stringify(asProblem(reply, error.code))),
  };
}

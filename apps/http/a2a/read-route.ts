import { isRecord } from '@interline/kernel';
import type { Endpoint, EndpointInput } from '../server/endpoint.ts';
import { callTool } from '../tools/call-tool.ts';
import { knownTools, type OfferedTool } from '../tools/tools-of.ts';
import { A2aError, RowRefused } from './a2a-error.ts';
import {
  type ArtifactWire,
  presentReceiptArtifact,
  routeIn,
  type RouteView,
} from './present-task.ts';

export const unknownTask = (): A2aError =>
  new A2aError('TASK_NOT_FOUND', 'there is no task with this id');

/** The route as its own row answers it; throws the protocol's error for one that is not there. */
export async function readRoute(routeId: string, input: EndpointInput): Promise<RouteView> {
  const call = { arguments: { id: routeId }, meta: {}, metaName: 'metadata' as const };
  const { status, body } = await callTool(toolOf('status', input), call, input);
  if (status === 404) throw unknownTask();
  const route = status < 400 ? routeIn(body) : null;
  if (route === null) throw new RowRefused(status, body);
  return route;
}

/**
 * The same again, of a route that was just read so: not counted once more, as no further answer of an
 * event stream is.
 */
export async function readAgain(
  routeId: string,
  input: EndpointInput,
  isCommitted: boolean,
): Promise<RouteView | null> {
  const answer = await statusRow(input).answer({
    ...input,
    // Nothing that its sender shows counts here.
    headers: {},
    query: { id: routeId },
    body: {},
    isCommitted,
  });
  return isRecord(answer) ? routeIn(answer) : null;
}

/** Equal for answers that say the same. */
export function versionOf(route: RouteView, input: Pick<EndpointInput, 'endpoints'>): string {
  return statusRow(input).follow?.versionOf(route) ?? '';
}

/** None before it is there, or where receipts are not signed. */
export async function readReceipt(
  routeId: string,
  input: EndpointInput,
): Promise<readonly ArtifactWire[]> {
  const call = { arguments: { id: routeId }, meta: {}, metaName: 'metadata' as const };
  const { status, body } = await callTool(toolOf('receipt', input), call, input);
  return status < 400 ? [presentReceiptArtifact(body)] : [];
}

function statusRow(input: Pick<EndpointInput, 'endpoints'>): Endpoint {
  return toolOf('status', input).endpoint;
}

function toolOf(name: string, { endpoints }: Pick<EndpointInput, 'endpoints'>): OfferedTool {
  const tool = knownTools(endpoints).find(({ listed }) => listed.name === name);
  if (tool === undefined) throw new Error(`the table offers no tool ${name}`);
  return tool;
}

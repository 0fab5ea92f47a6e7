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

/** Reads the route again without counting the request, as event streams do for each further answer. */
export async function readAgain(
  routeId: string,
  input: EndpointInput,
  isCommitted: boolean,
): Promise<RouteView | null> {
  const answer = await statusRow(input).answer({
    ...input,
    // The sender's key, pass and session do not apply to this read.
    headers: {},
    query: { id: routeId },
    body: {},
    isCommitted,
  });
  return isRecord(answer) ? routeIn(answer) : null;
}

/** Two answers with equal versions are the same to a client. */
export function versionOf(route: RouteView, input: Pick<EndpointInput, 'endpoints'>): string {
  return statusRow(input).follow?.versionOf(route) ?? '';
}

/** Empty until the receipt is issued, and where receipts are not signed. */
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

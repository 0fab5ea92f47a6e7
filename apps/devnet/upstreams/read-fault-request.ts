import { readAddress, readFields, RequestRefused, shown } from '../http/read-request.ts';
import { allFaults, type Fault } from './fault-board.ts';
import type { UpstreamDesk } from './upstream-desk.ts';

/** A null `fault` clears the posted one: this recipient's, or the one for all. */
export type FaultRequest = {
  desks: readonly UpstreamDesk[];
  fault: Fault | null;
  recipient: string | null;
  times: number | null;
};

/**
 * Reads the body of POST /devnet/upstreams; a refusal states the field, what was found and what was
 * expected.
 */
export function readFaultRequest(body: unknown, desks: readonly UpstreamDesk[]): FaultRequest {
  const { engine, fault, recipient, times } = readFields(body, 'the body', [
    'engine',
    'fault',
    'recipient',
    'times',
  ]);
  return {
    desks: readDesks(engine, desks),
    fault: readFault(fault),
    recipient:
      recipient === undefined || recipient === null ? null : readAddress(recipient, 'recipient'),
    times: readTimes(times),
  };
}

function readDesks(engine: unknown, desks: readonly UpstreamDesk[]): readonly UpstreamDesk[] {
  const named = engine === '*' ? desks : desks.filter(({ standIn }) => standIn.engine === engine);
  if (named.length > 0) return named;
  const names = desks.map(({ standIn }) => standIn.engine).join(', ');
  throw new RequestRefused(400, `engine is ${shown(engine)}; wanted * or one of ${names}`);
}

function readFault(value: unknown): Fault | null {
  if (value === null) return null;
  const fault = allFaults.find((each) => each === value);
  if (fault === undefined)
    throw new RequestRefused(
      400,
      `fault is ${shown(value)}; wanted null or one of ${allFaults.join(', ')}`,
    );
  return fault;
}

function readTimes(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new RequestRefused(
    400,
    `times is ${shown(value)}; wanted a whole number above 0, or nothing for as long as it stands`,
  );
}

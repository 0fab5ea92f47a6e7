import type { Client, Desk, OperatorStatus } from '@interline/client';
import { operatorClient } from '../commands/operator-command.ts';
import { type Finding, reasonOf } from './finding.ts';

/** What only an operator may know of the service; null where this machine may not ask. */
export interface OperatorsView {
  readonly status: OperatorStatus | null;
  readonly findings: readonly Finding[];
}

/** Calls with the operator token of this machine, and says what is missing where there is none. */
export async function examineDesk(url: string): Promise<OperatorsView> {
  try {
    const client: Client = operatorClient({ url });
    const [status, desk] = await Promise.all([
      client.call('GET /operator/status', {}),
      client.call('GET /operator/desk', {}),
    ]);
    return { status, findings: deskFindings(desk) };
  } catch (error) {
    const says = `not looked at, nor whether an account is stopped: ${reasonOf(error)}`;
    return { status: null, findings: [{ part: 'desk', ok: true, isWarning: true, says }] };
  }
}

/** A line for each account that is stopped or has no coin and each log that lost leaves, and one for all else. */
export function deskFindings({ entries, more }: Desk): readonly Finding[] {
  const stopped = entries.filter(({ kind }) => kind === 'account');
  const empty = entries.filter(({ kind }) => kind === 'gas');
  const lost = entries.filter(({ kind }) => kind === 'log');
  const waiting = entries.length + more - stopped.length - empty.length - lost.length;
  return [
    ...stopped.map(({ subject, state }) => ({
      part: 'account',
      ok: false,
      says: `${subject} is stopped (${state}): every transfer to or from its chain is refused; see interline desk`,
    })),
    ...(stopped.length === 0 ? [{ part: 'accounts', ok: true, says: 'none is stopped' }] : []),
    ...empty.map(({ subject, state, whatToDo }) => ({
      part: 'gas',
      ok: false,
      says: `${subject} ${state}: ${whatToDo}`,
    })),
    ...lost.map(({ subject, whatToDo, commands }) => ({
      part: 'log',
      ok: false,
      says: `${subject}: ${[whatToDo, ...commands].join(' ')}`,
    })),
    waiting === 0
      ? { part: 'desk', ok: true, says: 'nothing waits for a person' }
      : {
          part: 'desk',
          ok: true,
          isWarning: true,
          says: `${waiting} ${waiting === 1 ? 'entry waits' : 'entries wait'} for a person; see interline desk`,
        },
  ];
}

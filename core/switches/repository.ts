import type { StorePort } from '@interline/ports';
import type { Scope } from './scope.ts';

/**
 * - paused: nothing new is accepted, and routes under way commit no further transaction
 * - draining: nothing new is accepted, and routes under way go on to their end
 */
export type SwitchState = 'paused' | 'draining';

/** A part of the service that an operator has paused or drains. */
export interface Switch {
  readonly scope: Scope;
  readonly state: SwitchState;
  readonly reason: string;
  /** The operator's name. */
  readonly by: string;
  readonly sinceMs: number;
}

export interface SwitchReads {
  /** All of them, by scope. */
  switches(): Promise<readonly Switch[]>;
}

/**
 * Writes inside a unit. Once the unit of a write has committed, every unit that committed without
 * seeing it had committed before: on all instances.
 */
export interface SwitchWrites extends SwitchReads {
  /** Replaces the one of the same scope. */
  putSwitch(one: Switch): Promise<void>;
  removeSwitch(scope: Scope): Promise<void>;
}

export interface SwitchView {
  readonly switches: SwitchReads;
}

export interface SwitchUnit {
  readonly switches: SwitchWrites;
}

export type SwitchStore = StorePort<SwitchView, SwitchUnit>;

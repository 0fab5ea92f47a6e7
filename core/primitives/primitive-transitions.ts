export const scheduleStatuses = ['active', 'completed', 'cancelled', 'failed'] as const;
export const conditionalStatuses = ['armed', 'fired', 'cancelled', 'failed'] as const;

export type BatchStatus = 'planned';
export type ScheduleStatus = (typeof scheduleStatuses)[number];
export type ConditionalStatus = (typeof conditionalStatuses)[number];
export type PrimitiveStatus = BatchStatus | ScheduleStatus | ConditionalStatus;

/**
 * Every move a record may make.
 * - planned: a batch is stored and never ticks
 * - active: a tick is still to come; armed: the condition has not come true
 * - completed: the last tick is over, and at least one went through; fired: the condition came true
 *   and its run went through
 * - failed: every run was refused, or more ticks were missed than are made up for
 * - cancelled: by DELETE; a run under way at that moment is still noted
 */
export const primitiveTransitions: Readonly<Record<PrimitiveStatus, readonly PrimitiveStatus[]>> = {
  planned: [],
  active: ['active', 'completed', 'cancelled', 'failed'],
  armed: ['armed', 'fired', 'cancelled', 'failed'],
  completed: [],
  fired: [],
  cancelled: ['cancelled'],
  failed: [],
};

export function mayBecome(from: PrimitiveStatus, to: PrimitiveStatus): boolean {
  return primitiveTransitions[from].includes(to);
}

import type { Effect, Route } from '@interline/domain';

/** Whether a transaction that hands money to a rail or a recipient is out and not proven void: from then on nothing else is tried (rule 5). */
export function hasValueLeft(route: Route, effects: readonly Effect[]): boolean {
  return effects.some((effect) => (effect.state === 'open' || effect.state === 'mined') && handsOver(route, effect));
}

/** Whether it is what gives the money to a rail or the recipient. */
export function handsOver(route: Route, effect: Effect): boolean {
  if (effect.purpose === 'payout') return true;
  const step = route.plan.steps[effect.step];
  return effect.purpose === 'call' && step?.kind === 'call' && step.handsOver;
}

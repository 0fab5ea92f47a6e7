export { assertAccepts, assertMayCommit, closedOf } from './assert-open.ts';
export { switches } from './module.ts';
export type { RecentSwitches } from './recent-switches.ts';
export type {
  Switch,
  SwitchReads,
  SwitchState,
  SwitchUnit,
  SwitchView,
  SwitchWrites,
} from './repository.ts';
export {
  chainScope,
  kindOf,
  laneScope,
  type Scope,
  scopeKinds,
  scopesOf,
  scopesOfEngine,
} from './scope.ts';
export { closedEngines, switchedRails } from './switched-rails.ts';
export { withOffers } from './with-offers.ts';
export {
  bumpWaitsOf,
  depositTerms,
  holdMsOf,
  openPullsShareMicroUsd,
  type DepositTerms,
  type Policy,
  usualDeposits,
  etherWorthOn,
  inCoinOn,
} from './policy.ts';

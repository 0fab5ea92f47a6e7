export type { ConsoleChain, ConsoleView, DescribeConsole } from './describe-console.ts';
export type { DepositRules } from './deposit-rules.ts';
export type { DescribeMesh, MeshView, NodeReach } from './describe-mesh.ts';
export type { GaslessTerms, GaslessTermsView } from './gasless-terms.ts';
export { discovery } from './module.ts';
export type { ReadBalance } from './read-balance.ts';
export {
  ageSteps,
  type PublicStep,
  recentLimit,
  type RecentRoute,
  type RecentRoutes,
  sizeSteps,
} from './recent-routes.ts';
export type { EngineState, ServiceState, ServiceStatus } from './service-status.ts';
export type { QuoteOnlyCorridor, ServiceTerms, ServiceTermsView } from './service-terms.ts';

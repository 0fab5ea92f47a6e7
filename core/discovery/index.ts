export {
  ageSteps,
  type PublicStep,
  recentLimit,
  type RecentRoute,
  recentRoutes,
  type RecentRoutes,
  sizeSteps,
} from './recent-routes.ts';
export { describeMesh, type DescribeMesh, type MeshView, type NodeReach } from './describe-mesh.ts';
export { gaslessTerms, type GaslessTerms, type GaslessTermsView } from './gasless-terms.ts';
export { type ServiceState, serviceStatus, type ServiceStatus } from './service-status.ts';
export { serviceTerms, type ServiceTerms, type ServiceTermsView } from './service-terms.ts';
export { discovery } from './module.ts';

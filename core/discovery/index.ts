export { ageSteps, type PublicStep, sizeSteps } from './public-figures.ts';
export { describeMesh, type DescribeMesh, type MeshView, type NodeReach } from './describe-mesh.ts';
export { gaslessTerms, type GaslessTerms, type GaslessTermsView } from './gasless-terms.ts';
export { recentLimit, type RecentRoute, recentRoutes, type RecentRoutes } from './recent-routes.ts';
export { type ServiceState, serviceStatus, type ServiceStatus } from './service-status.ts';
export { serviceTerms, type ServiceTerms, type ServiceTermsView } from './service-terms.ts';
export { discovery } from './module.ts';

import { routesOn } from './kept-routes.ts';
import { keptAs } from './service.ts';

/** The routes that were begun in this browser. */
export const ownRoutes = routesOn(keptAs('routes'));

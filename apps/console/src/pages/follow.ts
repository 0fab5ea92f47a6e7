// A route, and the list of them: one file of the bundle, loaded when either is first wanted.
export { RoutePage } from './route/route-page.tsx';
export { RoutesPage } from './routes/routes-page.tsx';

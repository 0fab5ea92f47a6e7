// Asking privately, and passes: one file of the bundle, loaded when either is first wanted.
export { PrivateCard } from './move/private-card.tsx';
export { PassesPage } from './passes/passes-page.tsx';
export { askPrivately } from '../private/lane.ts';

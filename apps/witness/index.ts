export { type RunningWitness, startWitness } from './start-witness.ts';

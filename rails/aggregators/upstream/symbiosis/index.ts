export { symbiosis } from './symbiosis.ts';

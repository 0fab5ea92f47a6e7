export { askResolver, readResolver } from './ask-resolver.ts';
export { originProbe } from './origin-probe.ts';

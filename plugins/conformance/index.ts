export { Bench } from './bench.ts';
export type { ConformanceCases, MakeRail, WorldParts } from './cases.ts';
export { type ConformanceCheck, doesNotApply } from './check.ts';
export { conformanceChecks } from './conformance-checks.ts';
export { conformance, type ConformanceReport, runConformance } from './conformance.ts';

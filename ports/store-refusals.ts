export class StaleRoute extends Error {
  override readonly name = 'StaleRoute';
}
export class StalePrimitive extends Error {
  override readonly name = 'StalePrimitive';
}
/**
 * The tick is another worker's by now, or its record has ended: nothing may be started for it here.
 */
export class TickLost extends Error {
  override readonly name = 'TickLost';
}
export class StaleEffect extends Error {
  override readonly name = 'StaleEffect';
}
export class PermitTaken extends Error {
  override readonly name = 'PermitTaken';
}
export class IdempotencyTaken extends Error {
  override readonly name = 'IdempotencyTaken';
}

/** The lease under which a schedule or conditional starts its route. */
export interface HeldTick {
  readonly recordId: string;
  readonly fence: number;
}

/** The lease under which a schedule or conditional starts its route. */
export interface TickLease {
  readonly recordId: string;
  readonly fence: number;
}

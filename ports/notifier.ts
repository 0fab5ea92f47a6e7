/** Says which routes a unit of work changed, to those who would else look again and again. */
export interface RouteNotifier {
  /**
   * Calls the listener right after each COMMIT of this process that changed the route or its
   * deposit, and as soon as the database says so of another process's. A notification can be lost,
   * so a listener also looks by itself now and then; it is called at random where some may have
   * been. Returns what ends it.
   */
  onChanged(routeId: string, listener: () => void): () => void;
}

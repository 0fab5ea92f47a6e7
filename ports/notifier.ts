/** Notifies callers that would otherwise poll which routes a unit of work changed. */
export interface RouteNotifier {
  /**
   * Calls the listener after each COMMIT of this process that changed the route or its deposit, and
   * as soon as the database reports another process's. A notification can be lost, so a listener
   * must also poll occasionally; after a possible loss it is called at a random time. Returns the
   * unsubscribe function.
   */
  onChanged(routeId: string, listener: () => void): () => void;
}

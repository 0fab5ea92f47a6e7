/** The rail API this host offers. A change that an existing rail could notice raises the major. */
export const railApi = '1.1.0';

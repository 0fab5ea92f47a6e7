/** Of the program; the same as in its package.json. */
export const version = '0.1.0';

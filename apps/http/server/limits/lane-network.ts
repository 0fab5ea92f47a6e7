/**
 * What requests of the private lane are counted to, all of them together. No address reads so: where
 * `networkOf` finds no address, the text stands for itself.
 */
export const laneNetwork = 'the private lane';

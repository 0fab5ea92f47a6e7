export { socket } from './socket.ts';

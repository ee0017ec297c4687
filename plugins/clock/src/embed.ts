export { type ClockOptions, createClockServer } from './create-clock-server.ts';

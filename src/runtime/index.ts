/** `lintel/runtime`: makes a worker out of a compiled program. */
export { createWorker } from './host/create-worker.ts'

/** `lintel/runtime`: makes a worker out of a compiled program. */
export { createWorker } from './create-worker.ts'

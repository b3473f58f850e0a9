/** `lintel/runtime`: makes a worker from a compiled program. */
export { unpackManifest } from '../manifest/packed-manifest.ts'
export { createWorker } from './host/create-worker.ts'

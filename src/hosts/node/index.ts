/** `lintel/node`: runs a built service on Node. `cms build --env` writes the module that calls it. */
export type { BuiltService } from './run-service.ts'
export { type BuiltServer, start } from './start.ts'

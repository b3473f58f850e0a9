/** `lintel/node`: runs a built service on a machine of one's own. `cms build --env` writes the module that calls it. */
export type { BuiltService } from './run-service.ts'
export { type BuiltServer, start } from './start.ts'

export * from './read-routes.ts'
export { clear, drop as invalidate, warm } from './write-routes.ts'

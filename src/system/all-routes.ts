export { collectionsRoute as collections } from './collections-route.ts'
export { contentRoute as content } from './content-route.ts'
export * from './docs/routes.ts'
export { apiHealthRoute as apiHealth, healthRoute as health } from './health-routes.ts'

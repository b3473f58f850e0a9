export { begin, list, people, reopen, reply, resolve, threads } from './comments/routes.ts'
export { edit, go, here, stay } from './presence/routes.ts'

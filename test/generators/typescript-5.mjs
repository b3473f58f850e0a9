/** Gives generators the compiler API that they take. */
import { registerHooks } from 'node:module'

const api = new URL('./typescript-api.mjs', import.meta.url).href
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? api : name, context) })

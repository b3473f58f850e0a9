export type { Messages } from '../config/messages.ts'
export { language, message, t, tn } from '../runtime/kit.ts'

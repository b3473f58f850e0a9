import type { Messages } from '../../../../config/messages.ts'

export default {} satisfies Messages

import type { Condition } from '../config/access.ts'
import type { Access } from './access.ts'

/** Who a rule lets in, as a person says it: `everyone`, `admin, editor`, `author where createdBy is $user.id`. */
export function accessInWords(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'everyone'
    case 'authenticated':
      return 'everyone signed in'
    case 'nobody':
      return 'nobody'
    case 'function':
      return `as the function ${access.function} decides`
    case 'grants':
      return access.grants
        .map(({ role, where }) => (where ? `${role} where ${conditionInWords(where)}` : role))
        .join(', ')
  }
}

function conditionInWords(condition: Condition): string {
  return Object.entries(condition)
    .map(([field, value]) => `${field} is ${value}`)
    .join(' and ')
}

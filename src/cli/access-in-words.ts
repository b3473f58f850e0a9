import type { Condition } from '../config/access.ts'
import type { Access } from '../manifest/index.ts'

/** An access rule as a person says it: `public`, `admin, editor, author where createdBy is $user.id`. */
export function accessInWords(access: Access): string {
  switch (access.kind) {
    case 'grants':
      return access.grants
        .map(({ role, where }) => (where ? `${role} where ${conditionInWords(where)}` : role))
        .join(', ')
    case 'function':
      return `function ${access.function} (${access.hash.slice(0, 8)})`
    default:
      return access.kind
  }
}

function conditionInWords(condition: Condition): string {
  return Object.entries(condition)
    .map(([field, value]) => `${field} is ${value}`)
    .join(' and ')
}

import type { Condition } from '../ground/access.ts'
import type { Access } from './access.ts'

/** Describes the callers whom a rule admits: `everyone`, `admin, editor`, `author where createdBy is $user.id`. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'everyone'
    case 'authenticated':
      return 'everyone signed in'
    case 'nobody':
      return 'nobody'
    case 'function':
      return `callers whom the function ${access.function} admits`
    case 'grants':
      return access.grants.map(({ role, where }) => (where ? `${role} ${describeCondition(where)}` : role)).join(', ')
  }
}

function describeCondition(condition: Condition): string {
  const parts = Object.entries(condition).map(([field, value]) => `${field} is ${value}`)
  return parts.length === 0 ? 'for some documents' : `where ${parts.join(' and ')}`
}

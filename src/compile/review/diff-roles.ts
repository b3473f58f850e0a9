import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import type { AccessChange } from './change.ts'
import { namesIn } from './compare-facts.ts'
import { permissionNotes } from './permission-notes.ts'

/** Compares roles and their permissions. */
export function diffRoles(base: Lock, head: Lock, sources: Sources): AccessChange[] {
  // In a new service, no roles are reported.
  if (Object.keys(base.roles).length === 0) return []
  return namesIn(base.roles, head.roles).flatMap((role) => {
    const before = base.roles[role]
    const after = head.roles[role]
    const source = sources.config('roles', role)
    if (!after) return [change(role, 'loses', 'role-removed', `the role ${role} is removed`, source)]
    if (!before) {
      const locales = head.roleLocales?.[role]
      const writing = locales ? `, and may only write the locales ${locales.join(', ')}` : ''
      const holding = (after.length > 0 ? ` with ${after.join(', ')}` : ' without permissions') + writing
      const added = change(role, 'gains', 'role-added', `the role ${role} is new,${holding}`, source)
      return [{ ...added, notes: permissionNotes(role, [], after, head) }]
    }
    const gained = after.filter((permission) => !before.includes(permission))
    const lost = before.filter((permission) => !after.includes(permission))
    return [
      ...diffLocales(role, base.roleLocales?.[role], head.roleLocales?.[role], source),
      ...gained.map((name) => ({
        ...change(role, 'gains', 'permission-gained', `${role} gains the permission ${name}`, source),
        notes: permissionNotes(role, before, [name], head),
      })),
      ...lost.map((name) => change(role, 'loses', 'permission-lost', `${role} loses the permission ${name}`, source)),
    ]
  })
}

/** Compares the languages to which a role's write access is limited. */
function diffLocales(
  role: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  source: string | null,
): AccessChange[] {
  if (after === undefined) {
    if (before === undefined) return []
    return [
      change(
        role,
        'gains',
        'locales-gained',
        `${role} may write every locale, and create and delete documents`,
        source,
      ),
    ]
  }
  const gained = before === undefined ? [] : after.filter((locale) => !before.includes(locale))
  const lost = before === undefined ? ['every other'] : before.filter((locale) => !after.includes(locale))
  const now = `${role} may only write the locales ${after.join(', ')}`
  return [
    ...(gained.length > 0 ? [change(role, 'gains', 'locales-gained', now, source)] : []),
    ...(gained.length === 0 && lost.length > 0 ? [change(role, 'loses', 'locales-lost', now, source)] : []),
  ]
}

function change(
  role: string,
  effect: 'gains' | 'loses',
  kind: string,
  message: string,
  source: string | null,
): AccessChange {
  const grade = effect === 'loses' ? 'breaking' : 'opens'
  return { class: grade, kind, subject: role, message, source, role, effect, action: 'permission' }
}

import { describeRule, readRule } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import { admitsMore } from './admits-more.ts'
import type { SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'

/** Compares the dashboard sections of a plugin that exists before and after. */
export function diffSections(plugin: string, base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const before = base.plugins[plugin]?.dashboardSections ?? {}
  const after = head.plugins[plugin]?.dashboardSections ?? {}
  return namesIn(before, after)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => {
      const [then, now] = [readers(before[name], base), readers(after[name], head)]
      const outcome =
        then === null ? `is new, for ${now}` : now === null ? 'is removed' : `is for ${now}; previously for ${then}`
      const message = `the dashboard section ${name} of ${plugin} ${outcome}`
      const grade = admitsMore(before[name], after[name], base, head) ? 'opens' : 'caution'
      const change = settingChange(grade, 'section', `${plugin}.${name}`, message, [before[name], after[name]])
      return { ...change, source: sources.plugin(plugin, 'dashboardSections', name) }
    })
}

/** Describes who sees a section; `null` without a section. */
export function readers(section: { readonly access?: unknown } | undefined, { roles }: Lock): string | null {
  return section === undefined ? null : describeRule(readRule(section.access, roles))
}

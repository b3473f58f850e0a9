import type { SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import type { Lock } from './lock.ts'

/** Environments that come, go and change. The settings of plugins in them are told with the plugins. */
export function diffEnvironments(base: Lock, head: Lock): SettingChange[] {
  return namesIn(base.environments, head.environments).flatMap((name) => {
    const before = base.environments[name]
    const after = head.environments[name]
    const changes = before && after ? diffFacts(name, flat(before), flat(after)) : [presenceOf(name, before, after)]
    return changes.map((change) => ({ ...change, environments: [name] }))
  })
}

type Facts = Readonly<Record<string, unknown>>

function presenceOf(name: string, before: Facts | undefined, after: Facts | undefined): SettingChange {
  return after
    ? settingChange('safe', 'environment-added', name, `the environment ${name} is new`, [before, after])
    : settingChange('caution', 'environment-removed', name, `the environment ${name} is gone`, [before, after])
}

/** Variables beside the rest, as `vars.NAME`. */
function flat({ vars, ...facts }: Facts): Facts {
  return { ...facts, ...Object.fromEntries(Object.entries(vars ?? {}).map(([name, text]) => [`vars.${name}`, text])) }
}

function diffFacts(name: string, before: Facts, after: Facts): SettingChange[] {
  return namesIn(before, after)
    .filter((fact) => !isSame(before[fact], after[fact]))
    .map((fact) => {
      const message = `${fact} of ${name} is ${say(after[fact])}; it was ${say(before[fact])}`
      return settingChange('caution', 'environment', `${name}.${fact}`, message, [before[fact], after[fact]])
    })
}

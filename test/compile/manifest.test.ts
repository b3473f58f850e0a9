import { afterEach, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { readManifest } from '../harness/manifest.ts'
import { makeProject, type TestProject } from './project.ts'
import { WHOLE_PROJECT } from './whole-project.ts'

let project: TestProject

afterEach(() => project.dispose())

const OWN_TABLE = /^(?:bare|full|letters|papers|sheets|stamps|tales)/

it('a config is lowered to a manifest that spells out every default, and to a first migration, sorted', async () => {
  project = makeProject(WHOLE_PROJECT)
  const { outputs, diagnostics } = await compile(project)
  expect(diagnostics).toEqual([])
  const manifest = readManifest(outputs.get('.cms/manifest.json'))
  const own = ['albums', 'letters']
  const isOwn = ([name]: readonly [string, unknown]) => own.includes(name)
  const ofOwn = <T>(record: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(record).filter(isOwn))
  const { hash: _hash, version: _version, schemaHash: _schema, code: _code, ...lowered } = manifest
  const shown = {
    ...lowered,
    environments: Object.values(manifest.environments).map((environment) => ({
      ...environment,
      settings: ofOwn(environment.settings),
      optionalSecrets: ofOwn(environment.optionalSecrets),
      settingSources: ofOwn(environment.settingSources),
    })),
    plugins: manifest.plugins.filter(({ name }) => own.includes(name)),
    routes: manifest.routes.filter(({ plugin }) => own.includes(plugin)),
    tables: manifest.tables.filter((name) => OWN_TABLE.test(name)),
  }
  const text = printed(shown).replaceAll(/[0-9a-f]{64}/g, '<sha256>')
  await expect(`${text}\n`).toMatchFileSnapshot('golden/manifest.txt')
  const steps = (outputs.get('migrations/0001_initial.sql') ?? '').split('\n\n')
  const ofOwnTables = steps.filter((step) => OWN_TABLE.test(/"(?:table|collection)":"(\w+)/.exec(step)?.[1] ?? ''))
  await expect(`${ofOwnTables.join('\n\n')}\n`).toMatchFileSnapshot('golden/first-migration.txt')
})

/** As JSON, what holds nothing that is nested in one line. */
function printed(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/[[{]\n[^[\]{}]*[\]}]/g, (flat) => flat.replaceAll(/\s+/g, ' '))
}

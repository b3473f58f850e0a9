import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import { configSpec } from './config.ts'
import { importOf } from './imports.ts'
import { elementsOf, removeElement } from './list.ts'
import { arrayAt, excerpt, initializerOf, objectAt, propertyOf, requirePlain, setProperty } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { indentAt, lineStart, type Source, type Splice, settle } from './source.ts'
import { printValue, unwrap } from './value.ts'

export interface SettingsChange {
  readonly plugin: string
  readonly environment: string | null
  readonly settings: { readonly [setting: string]: Json }
  /** Tells whether an import's path leads to the file that declares the plugin. */
  readonly resolves: (specifier: string) => boolean
}

/** Changes settings in the plugin's call, or in an environment over them. */
export function changeSettings(path: string, text: string, change: SettingsChange): string {
  const { environment } = change
  refuseSecrets(change.settings, path)
  return Object.entries(change.settings).reduce(
    (current, [setting, value]) =>
      settle(path, current, (source) =>
        environment === null
          ? settingOfCall(source, change, setting, value)
          : settingOfEnvironment(source, change, environment, setting, value),
      ),
    text,
  )
}

function settingOfCall(source: Source, change: SettingsChange, setting: string, value: Json): Splice[] {
  const spec = configSpec(source)
  const given = initializerOf(spec, 'plugins')
  if (!given) throw refuseShape(source, spec, 'The config lists no plugins.')
  const list = arrayAt(source, given, 'What the config lists as plugins')
  const call = list.elements.map(unwrap).find((node): node is ts.CallExpression => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false
    const brought = importOf(source.tree, node.expression.text)
    return brought !== null && change.resolves(brought.specifier)
  })
  if (!call) throw refuseShape(source, list, `The config does not call ${change.plugin} in its list of plugins.`)
  const [argument] = call.arguments
  if (!argument) {
    if (value === null) return []
    const start = call.end - 1
    const column = start - lineStart(source.text, start)
    const put = printValue({ [setting]: value }, { ...source, indent: indentAt(source.text, start), column })
    return [{ start, end: start, text: put }]
  }
  const object = objectAt(source, argument, `What ${change.plugin} is given`)
  const isLast = value === null && object.properties.length === 1 && propertyOf(object, setting) !== undefined
  if (isLast && unwrap(argument) === object) {
    refuseSecret(source, object, setting)
    return [{ start: argument.getStart(), end: argument.end, text: '' }]
  }
  return setSetting(source, object, change.plugin, setting, value)
}

function settingOfEnvironment(
  source: Source,
  { plugin }: SettingsChange,
  environment: string,
  setting: string,
  value: Json,
): Splice[] {
  const spec = configSpec(source)
  const given = initializerOf(spec, 'environments')
  if (!given) throw refuseShape(source, spec, 'The config lists no environments.')
  const environments = objectAt(source, given, 'What the config lists as environments')
  const own = initializerOf(environments, environment)
  if (!own) throw refuseShape(source, environments, `The config has no environment ${environment}.`)
  const object = objectAt(source, own, `The environment ${environment}`)
  requirePlain(source, object, `The environment ${environment}`)
  const plugins = initializerOf(object, 'plugins')
  const what = `the environment ${environment}`
  if (!plugins)
    return value === null ? [] : setProperty(source, object, 'plugins', { [plugin]: { [setting]: value } }, { what })
  const overrides = objectAt(source, plugins, `Settings of ${what}`)
  requirePlain(source, overrides, `Settings of ${what}`)
  const settings = initializerOf(overrides, plugin)
  if (!settings) return value === null ? [] : setProperty(source, overrides, plugin, { [setting]: value }, { what })
  const known = objectAt(source, settings, `What ${what} gives ${plugin}`)
  const isLast = value === null && known.properties.length === 1 && propertyOf(known, setting) !== undefined
  if (!isLast) return setSetting(source, known, plugin, setting, value)
  refuseSecret(source, known, setting)
  // What holds nothing any more goes with it.
  if (elementsOf(overrides).length > 1) return removeNamed(source, overrides, plugin)
  return removeNamed(source, object, 'plugins')
}

function setSetting(
  source: Source,
  object: ts.ObjectLiteralExpression,
  plugin: string,
  setting: string,
  value: Json,
): Splice[] {
  requirePlain(source, object, `What ${plugin} is given`)
  refuseSecret(source, object, setting)
  return setProperty(source, object, setting, value, { what: plugin })
}

/** Settings that hold what nobody but the worker may know. */
const SECRET_NAME = /(?:key|secret|password|token|credentials?)s?$/i

/** @throws EditRefused for what looks like a secret, at any depth: the config is in git */
function refuseSecrets(value: Json, file: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (SECRET_NAME.test(name) || name === '$secret')) {
      const message = `${name} is a secret, and the config is in git. Write secret('NAME') into the file by hand.`
      throw new EditRefused('invalid', message, file)
    }
    refuseSecrets(inner, file)
  }
}

/**
 * Refuses to change a secret's name, which is edited by hand: a form must not lead anybody to type a secret into a
 * file.
 */
function refuseSecret(source: Source, object: ts.ObjectLiteralExpression, setting: string): void {
  const value = initializerOf(object, setting)
  const inner = value && unwrap(value)
  if (inner && ts.isCallExpression(inner))
    throw refuseShape(source, inner, `${setting} is ${excerpt(inner)}. Change it in the file.`)
}

function removeNamed(source: Source, object: ts.ObjectLiteralExpression, name: string): Splice[] {
  const member = propertyOf(object, name)
  return member ? removeElement(source, object, object.properties.indexOf(member)) : []
}

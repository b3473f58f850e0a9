import { Node, type ObjectLiteralExpression } from 'ts-morph'
import type { Json } from '../../fields/field-type.ts'
import { configSpec, importedFrom } from './config.ts'
import {
  arrayAt,
  excerpt,
  initializerOf,
  namesIn,
  objectAt,
  printAt,
  requirePlain,
  setInside,
  setProperty,
} from './object.ts'
import { codeOf } from './print.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { editText, insertText, replaceNode, type Source } from './source.ts'
import { unwrap } from './value.ts'

export interface SettingsChange {
  readonly plugin: string
  readonly environment: string | null
  readonly settings: { readonly [setting: string]: Json }
  /** Tells whether an import's path leads to the file that declares the plugin. */
  readonly resolves: (specifier: string) => boolean
}

/** Returns the config's text with settings changed in the plugin's call, or in an environment that overrides them. */
export function changeSettings(path: string, text: string, change: SettingsChange): string {
  const { environment } = change
  refuseSecrets(change.settings, path)
  return editText(path, text, (source) => {
    for (const [setting, value] of Object.entries(change.settings)) {
      if (environment === null) changeInCall(source, change, setting, value)
      else changeInEnvironment(source, change.plugin, environment, setting, value)
    }
  })
}

function changeInCall(source: Source, change: SettingsChange, setting: string, value: Json): void {
  const what = `The argument of ${change.plugin}`
  const find = () => pluginCall(source, change)
  const [argument] = find().getArguments()
  const start = find().getEnd() - 1
  if (argument) {
    const settings = () => requirePlain(source, objectAt(source, find().getArguments()[0] ?? find(), what), what)
    refuseSecret(source, settings(), setting)
    const isLast = value === null && namesIn(settings()).join() === setting
    if (isLast && unwrap(argument) === settings()) replaceNode(source, argument, '')
    else setProperty(source, settings, setting, value, { what: `The plugin ${change.plugin}` })
  } else if (value !== null)
    insertText(source, start, printAt(source, codeOf({ [setting]: value }, source.style), start))
}

function pluginCall(source: Source, { plugin, resolves }: SettingsChange) {
  const spec = configSpec(source)
  const plugins = initializerOf(spec, 'plugins')
  if (!plugins) throw refuseShape(source, spec, 'The config lists no plugins.')
  const list = arrayAt(source, plugins, 'The list ‘plugins’ of the config')
  const calls = list.getElements().map(unwrap).filter(Node.isCallExpression)
  const call = calls.find((node) => importedFrom(source, node.getExpression(), resolves))
  if (!call) throw refuseShape(source, list, `The config does not call ${plugin} in its list of plugins.`)
  return call
}

function changeInEnvironment(source: Source, plugin: string, environment: string, setting: string, value: Json): void {
  const what = `The environment ${environment}`
  const section = () => environmentOf(source, environment)
  const settings = ['plugins', plugin].reduce<ObjectLiteralExpression | null>((object, name) => {
    const settings = object && initializerOf(object, name)
    return settings && objectAt(source, settings, `The option ‘plugins’ of the environment ${environment}`)
  }, section())
  if (settings) refuseSecret(source, settings, setting)
  const place = { what: `The option ‘plugins’ of the environment ${environment}`, plain: true }
  setInside(source, section, ['plugins', plugin, setting], value, [{ what }, place, place])
}

function environmentOf(source: Source, environment: string): ObjectLiteralExpression {
  const spec = configSpec(source)
  const value = initializerOf(spec, 'environments')
  if (!value) throw refuseShape(source, spec, 'The config lists no environments.')
  const environments = objectAt(source, value, 'The option ‘environments’ of the config')
  const section = initializerOf(environments, environment)
  if (!section) throw refuseShape(source, environments, `The config has no environment ${environment}.`)
  const what = `The environment ${environment}`
  return requirePlain(source, objectAt(source, section, what), what)
}

/** Matches names of settings with confidential values. */
const SECRET_NAME = /(?:key|secret|password|token|credentials?)s?$/i

/**
 * Refuses texts under names that look like those of secrets, at any depth, because the config is in git.
 * @throws EditRefused
 */
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
 * Refuses to change a setting whose value is a call, such as `secret('NAME')`, because a form must not tempt users to
 * type a secret into a file.
 */
function refuseSecret(source: Source, object: ObjectLiteralExpression, setting: string): void {
  const value = initializerOf(object, setting)
  const inner = value ? unwrap(value) : undefined
  if (Node.isCallExpression(inner))
    throw refuseShape(source, inner, `${setting} is ${excerpt(inner)}. Change it in the file.`)
}

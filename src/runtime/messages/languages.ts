import type { MessageFiles, Messages } from '../../config/messages.ts'
import type { RequestContext } from '../../config/request.ts'
import { keptFor } from '../common/kept-for.ts'
import { writeLog } from '../common/log.ts'
import { type Runtime, runtimeOf } from '../isolate/runtime.ts'
import type { LanguageMessages } from './messages.ts'

/** Catalogs of the runtime's own messages. */
const OWN: MessageFiles = { de: () => import('./catalogs/de.ts') }

/** Catalogs that an isolate has loaded, by language. */
const loadedBy = keptFor((_: Runtime) => new Map<string, Promise<LanguageMessages>>())

/** The languages that this service has words for: its own and those of its plugins, English first. */
export function languagesOf(runtime: Runtime): readonly string[] {
  const others = runtime.plugins.flatMap((plugin) => Object.keys(runtime.program.plugins[plugin]?.messages ?? {}))
  return ['en', ...new Set([...Object.keys(OWN), ...others].toSorted())]
}

/** The same, for a handler. */
export function availableLanguages(c: RequestContext): readonly string[] {
  return languagesOf(runtimeOf(c))
}

/** The words of a language: the runtime's and those of all plugins together, read once an isolate. */
export function messagesOf(runtime: Runtime, language: string): Promise<LanguageMessages> {
  const known = loadedBy(runtime)
  const words = known.get(language) ?? readWords(runtime, language)
  known.set(language, words)
  return words
}

async function readWords(runtime: Runtime, language: string): Promise<LanguageMessages> {
  const files = runtime.plugins.flatMap((plugin) => runtime.program.plugins[plugin]?.messages?.[language] ?? [])
  const all = [...(OWN[language] === undefined ? [] : [OWN[language]]), ...files]
  const parts = await Promise.all(all.map((load) => readFile(language, load)))
  return { language, messages: Object.assign({}, ...parts) as Messages }
}

/** A file that cannot be loaded is left out: its texts stay English. */
async function readFile(language: string, load: () => Promise<{ readonly default: Messages }>): Promise<Messages> {
  try {
    return (await load()).default
  } catch (error) {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLog('error', { type: 'messages', language, error: description })
    return {}
  }
}

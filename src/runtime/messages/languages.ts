import type { RequestContext } from '../../config/request.ts'
import type { MessageFiles, Messages } from '../../messages/messages.ts'
import type { LanguageMessages } from '../../messages/translate.ts'
import { keptFor } from '../common/kept-for.ts'
import { writeLog } from '../common/log.ts'
import { type Runtime, runtimeOf } from '../isolate/runtime.ts'

/** Catalogs with the runtime's messages. */
const OWN: MessageFiles = { de: () => import('./catalogs/de.ts') }

/** Catalogs that an isolate has loaded, by language. */
const loadedBy = keptFor((_: Runtime) => new Map<string, Promise<LanguageMessages>>())

/**
 * Returns the languages for which this service has messages: those of the runtime and of its plugins, English first.
 */
export function languagesOf(runtime: Runtime): readonly string[] {
  const others = runtime.plugins.flatMap((plugin) =>
    Object.keys(runtime.program.plugins[plugin]?.admin?.messages ?? {}),
  )
  return ['en', ...new Set([...Object.keys(OWN), ...others].toSorted())]
}

/** Returns the available languages, for a handler. */
export function availableLanguages(c: RequestContext): readonly string[] {
  return languagesOf(runtimeOf(c))
}

/** Returns the messages in a language, those of the runtime and of all plugins. An isolate reads them once. */
export function messagesOf(runtime: Runtime, language: string): Promise<LanguageMessages> {
  const known = loadedBy(runtime)
  const words = known.get(language) ?? readWords(runtime, language)
  known.set(language, words)
  return words
}

async function readWords(runtime: Runtime, language: string): Promise<LanguageMessages> {
  const files = runtime.plugins.flatMap((plugin) => runtime.program.plugins[plugin]?.admin?.messages?.[language] ?? [])
  const all = [...(OWN[language] === undefined ? [] : [OWN[language]]), ...files]
  const parts = await Promise.all(all.map((load) => readFile(language, load)))
  return { language, messages: Object.assign({}, ...parts) as Messages }
}

/** Reads a catalog. If it cannot be loaded, its messages stay English. */
async function readFile(language: string, load: () => Promise<{ readonly default: Messages }>): Promise<Messages> {
  try {
    return (await load()).default
  } catch (error) {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLog('error', { type: 'messages', language, error: description })
    return {}
  }
}

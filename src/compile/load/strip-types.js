// Node strips types of its user's files but refuses to under node_modules, where this package is when it is installed.
// It must be loaded before anything in TypeScript is, so it is none itself.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('../../../', import.meta.url))
if (folder.split(sep).includes('node_modules')) stripTypesOfPackage(pathToFileURL(folder).href)

/** @param {string} prefix */
function stripTypesOfPackage(prefix) {
  registerHooks({
    load(address, context, nextLoad) {
      if (!address.startsWith(prefix) || !/\.ts(\?|$)/.test(address)) return nextLoad(address, context)
      return { format: 'module', source: stripTypes(readFileSync(fileURLToPath(address), 'utf8')), shortCircuit: true }
    },
  })
}

/**
 * The same code strips the project's own files without a word; only the function to call it warns that it may change.
 * @param {string} text
 */
function stripTypes(text) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

#!/usr/bin/env node
// The `cms` command. It must at least start on whatever Node a machine has, so it keeps to the syntax and the modules
// of Node 12. Everything else needs a Node that runs TypeScript, because configs are TypeScript. If this Node does not,
// a Node among the project's packages takes over.
/* biome-ignore-all lint/style/useNodejsImportProtocol: Node 12 imports its own modules by their bare names only */
import childProcess from 'child_process'
import fs from 'fs'
import module from 'module'
import path from 'path'
import url from 'url'

const here = path.dirname(url.fileURLToPath(import.meta.url))

if (runsTypeScript()) start()
else if (process.env.LINTEL_RELAUNCHED) refuse('TypeScript support is turned off in this Node. Is it in NODE_OPTIONS?')
else relaunch(findNode([here, process.cwd()]))

function runsTypeScript() {
  return Boolean(process.features.typescript) && typeof module.registerHooks === 'function'
}

function start() {
  if (process.env.LINTEL_RELAUNCHED) endWithLauncher()
  delete process.env.LINTEL_RELAUNCHED
  module.enableCompileCache()
  import(moduleOf('compile/load/library-hooks'))
    .then(() => import(moduleOf('cli/main')))
    .then((cli) => cli.main(process.argv.slice(2)))
}

// Returns the address of a module of this package: the compiled one in an installed package, the source in the
// repository.
function moduleOf(name) {
  const source = new URL(`../${name}.ts`, import.meta.url)
  return fs.existsSync(source) ? source.href : new URL(`../../lib/${name}.js`, import.meta.url).href
}

// Returns the path of a Node executable in `node_modules` of one of the folders, or of the nearest folder above it.
function findNode(folders) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const folder of folders) {
    for (let at = folder; ; at = path.dirname(at)) {
      const candidate = path.join(at, 'node_modules', 'node', 'bin', name)
      if (fs.existsSync(candidate)) return candidate
      if (at === path.dirname(at)) break
    }
  }
}

function relaunch(node) {
  if (!node) {
    refuse(
      `Lintel needs Node 22.18 or newer, but this is ${process.version}. Install a newer one from https://nodejs.org, or with a version manager: nvm install 24`,
    )
    return
  }
  const child = childProcess.spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { LINTEL_RELAUNCHED: '1' }),
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`Node at ${node} does not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

// A signal to the launcher is meant for the command. `kill -9` cannot be passed on, but it closes the channel.
function endWithLauncher() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

function refuse(sentence) {
  process.stderr.write(`cms: ${sentence}\n`)
  process.exitCode = 1
}

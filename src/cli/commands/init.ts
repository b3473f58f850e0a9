import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { didYouMean } from '../../compile/diagnostics/did-you-mean.ts'
import { packageRoot } from '../../compile/load/package-root.ts'
import type { Host } from '../../config/config.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { packageSpecs } from '../init/package-specs.ts'
import { filesOf, TEMPLATES, type TemplateName } from '../init/template.ts'
import { packageVersion } from '../version.ts'

export const init = defineCommand({
  name: 'init',
  summary: 'Create a project, here or in a new folder',
  argument: 'folder',
  options: {
    template: {
      type: 'string',
      value: 'name',
      summary: `The template: ${Object.entries(TEMPLATES)
        .map(([name, summary]) => `${name} (${summary})`)
        .join(', ')}. Default: blank`,
    },
    host: {
      type: 'string',
      value: 'name',
      default: 'cloudflare',
      summary: 'The host of production: cloudflare, or node, which adds a Dockerfile and a systemd unit',
    },
    lintel: {
      type: 'string',
      value: 'spec',
      summary: 'The dependency on this package in package.json (default: its version)',
    },
  },
  async run({ root, argument, options }) {
    const template = templateOf(options.template ?? 'blank')
    const host = hostOf(options.host)
    const folder = resolve(root, argument ?? '.')
    requireRoom(folder)
    const name = serviceName(basename(folder))
    const files = filesOf({ template, name, host, specOf: packageSpecs(options.lintel ?? specOf(folder), folder) })
    // A repository may already have workflows.
    const added = [...files].filter(([path]) => !existsSync(join(folder, path)))
    for (const [path, bytes] of added) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes, { flag: 'wx' })
    }
    const cd = folder === root ? [] : [`cd ${relative(root, folder)}`]
    const next = [...cd, 'npm install', 'npm run dev']
    return { name, folder, template, files: added.map(([path]) => path), next }
  },
  print({ files, next }, output, { options: { host } }) {
    for (const path of files) output.print(`${output.style('green', 'wrote')} ${path}`)
    output.print(`\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`)
    if (host === 'node') output.print('\ndeploy/README.md explains how to run production on a machine.')
  },
})

function templateOf(name: string): TemplateName {
  if (name in TEMPLATES) return name as TemplateName // checked above
  throw new Failure(`There is no template ${name}.`, {
    ...didYouMean(name, Object.keys(TEMPLATES)),
    exitCode: exitCodes.usage,
  })
}

function hostOf(name: string): Host {
  if (name === 'cloudflare' || name === 'node') return name
  throw new Failure(`There is no host ${name}.`, {
    ...didYouMean(name, ['cloudflare', 'node']),
    exitCode: exitCodes.usage,
  })
}

/**
 * Requires that the folder has room for a project: it may contain the usual files of a new repository, and nothing
 * else.
 */
function requireRoom(folder: string): void {
  if (!existsSync(folder)) return
  const taken = readdirSync(folder).filter(
    (name) => !/^(?:\.git|\.github|\.idea|\.vscode|LICENSE.*|\.npmrc|.*\.tgz)$/.test(name),
  )
  if (taken.length === 0) return
  throw new Failure(`${folder} is not empty: it contains ${taken.slice(0, 3).join(', ')}. Nothing was written.`, {
    hint: '`cms init <folder>` creates a new folder.',
  })
}

/** Derives the name of the service from the folder's name: `My Site` becomes `my-site`. */
function serviceName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return name === '' ? 'site' : name
}

/**
 * Returns the version to depend on. If npx took the package from a file, returns that file, because a registry may not
 * have the version. npm records the origin in the package.json above the package.
 */
function specOf(folder: string): string {
  const above = join(packageRoot, '../../package.json')
  if (basename(dirname(packageRoot)) !== 'node_modules' || !existsSync(above)) return packageVersion()
  const { dependencies = {} } = JSON.parse(readFileSync(above, 'utf8')) as { dependencies?: Record<string, string> }
  const spec = dependencies.lintel ?? packageVersion()
  if (!spec.startsWith('file:')) return spec
  const file = resolve(dirname(above), spec.slice('file:'.length))
  return `file:${relative(folder, file)}`
}

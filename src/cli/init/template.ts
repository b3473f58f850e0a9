import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { packageRoot } from '../../compile/load/package-root.ts'
import type { Host } from '../../config/config.ts'
import type { SpecOf } from './package-specs.ts'

/** Templates of projects, each with its summary, by name. */
export const TEMPLATES = {
  blank: 'a service with one collection',
  blog: 'posts, authors, tags and pages, with roles, previews and sample content',
  magazine: 'articles in blocks, sections, issues, and a website with Astro',
} as const

export type TemplateName = keyof typeof TEMPLATES

export interface NewProject {
  readonly template: TemplateName
  /** Name of the service: lower-case letters, digits and hyphens. */
  readonly name: string
  /** Host of the environment production. */
  readonly host: Host
  /** Returns the version or source of a package for a package.json. */
  readonly specOf: SpecOf
}

/** Files that are only useful on Cloudflare. */
const CLOUDFLARE_ONLY = ['.github/workflows/preview.yml']

/** Name of the service in the templates. In a new project, the project's own name replaces it. */
const NAME = 'my-site'

/**
 * Returns the files of a new project by path: those that all projects share, overridden by those of the template. Both
 * are files of this package in their final form, except for the name, the versions, the host of production, and names
 * that begin with a dot, which npm would not pack.
 */
export function filesOf(project: NewProject): ReadonlyMap<string, Buffer> {
  const parts = ['base', project.template, ...(project.host === 'node' ? ['node'] : [])]
  const paths = parts.flatMap((part) => filesBelow(join(packageRoot, 'templates', part)))
  const left = project.host === 'node' ? CLOUDFLARE_ONLY : []
  return new Map(
    paths
      .filter(({ path }) => !left.includes(path))
      .map(({ path, file }) => [
        path.replace(NAME, project.name).replace(/(^|\/)(gitignore|dockerignore)$/, '$1.$2'),
        contentOf(file, project, path.split('/').length - 1),
      ]),
  )
}

function filesBelow(folder: string): readonly { readonly path: string; readonly file: string }[] {
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .map((name) => ({ path: name.replaceAll(sep, '/'), file: join(folder, name) }))
    .filter(({ file }) => statSync(file).isFile())
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Returns the content of a file for the project.
 * @param below number of folders between the project's folder and the file
 */
function contentOf(file: string, { name, specOf, host }: NewProject, below: number): Buffer {
  const bytes = readFileSync(file)
  if (!/\.(?:ts|json|md|toml|astro|mjs|svg|service)$|Dockerfile$/.test(file)) return bytes
  const named = bytes.toString('utf8').replaceAll(NAME, name)
  const text = host === 'node' ? onNode(file, named, name) : named
  return Buffer.from(file.endsWith('package.json') ? withVersions(text, (other) => specOf(other, below)) : text)
}

/**
 * Adapts a file to a project whose production environment is on a machine. The folders are those that the systemd unit
 * expects.
 */
function onNode(file: string, text: string, name: string): string {
  if (file.endsWith('cms.config.ts')) {
    const deploy = `migrations: 'apply', deploy: { folder: '/srv/${name}', data: '/var/lib/${name}' }`
    return text
      .replace(/^ {4}preview: \{\},\n/m, '')
      .replace('production: {}', `production: { host: 'node', ${deploy} }`)
  }
  if (!file.endsWith('README.md')) return text
  return text
    .replace(
      / Once the repository has .*?\(`deploy\.yml`\)\./s,
      '\n`deploy/README.md` explains how to run production on a machine.',
    )
    .replace(
      /`\S+\/deploy\.yml` deploys .*?each pull request\./s,
      '`deploy/README.md` explains how to run the service on a machine.',
    )
}

/** Fills in the missing versions of packages. */
function withVersions(text: string, specOf: (name: string) => string): string {
  return text.replace(/"([^"]+)": ""/g, (_, name: string) => `${JSON.stringify(name)}: ${JSON.stringify(specOf(name))}`)
}

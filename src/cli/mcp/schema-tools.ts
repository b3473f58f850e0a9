import * as z from 'zod'
import { nearest } from '../../ground/nearest.ts'
import { describeAccess } from '../../manifest/describe-access.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import {
  collectionFacts,
  collectionSummary,
  factsOf,
  printFacts,
  summarizeCollections,
} from '../../mcp/schema-facts.ts'
import { defineTool, type Tool } from '../../mcp/tool.ts'
import { Failure } from '../failure.ts'
import { compiled, notCompiled } from './diagnostics.ts'
import { compileLocal, type LocalProject } from './local-project.ts'

/** Creates the tools that show what the project declares. */
export function schemaTools(project: LocalProject): readonly Tool[] {
  return [showProject(project), showCollection(project), listRoutes(project)]
}

function showProject(project: LocalProject): Tool {
  return defineTool({
    name: 'project',
    title: 'The project',
    description:
      'Returns the project as it compiles now: its collections with their fields, plugins, roles and environments, each with the file and line of its declaration. Start here.',
    effect: 'reads',
    input: z.object({}),
    output: z.object({
      ...compiled,
      name: z.string().optional(),
      version: z.string().optional(),
      collections: z.array(collectionSummary).optional(),
      plugins: z.array(z.object({ name: z.string(), version: z.string(), usedAt: z.string().nullable() })).optional(),
      roles: z.record(z.string(), z.array(z.string())).optional(),
      environments: z.array(z.object({ name: z.string(), domain: z.string().nullable() })).optional(),
    }),
    run: (_, signal) =>
      project.inTurn(signal, async () => {
        const { compilation, diagnostics } = await compileLocal(project)
        if (compilation === null) return notCompiled(diagnostics)
        const { name, version, collections, plugins, roles, environments } = compilation.manifest
        const summaries = summarizeCollections(collections, 'placed')
        const ownPlugins = plugins.filter(({ system }) => !system)
        const lines = summaries.map(({ name, source, fields }) => `${name} (${source}): ${fields.join(', ')}`)
        const named = `plugins: ${ownPlugins.map((plugin) => plugin.name).join(', ') || 'none'}`
        const where = `environments: ${Object.keys(environments).join(', ')}`
        return {
          text: [`${name}, version ${version}`, ...lines, named, where].join('\n'),
          data: {
            ok: true,
            diagnostics: [...diagnostics],
            name,
            version,
            collections: summaries,
            plugins: ownPlugins.map(({ name, version, usedAt }) => ({ name, version, usedAt })),
            roles: Object.fromEntries(Object.entries(roles).map(([role, permissions]) => [role, [...permissions]])),
            environments: Object.values(environments).map(({ name, domain }) => ({ name, domain })),
          },
        }
      }),
  })
}

function showCollection(project: LocalProject): Tool {
  return defineTool({
    name: 'collection',
    title: 'A collection',
    description:
      'Returns one collection in full: fields with their options and operators, access rules, indexes, and the lines where each is declared.',
    effect: 'reads',
    input: z.object({ name: z.string().min(1).max(100).describe('`posts`') }),
    output: z.object({ ...compiled, collection: collectionFacts.optional() }),
    run: ({ name }, signal) =>
      project.inTurn(signal, async () => {
        const { compilation, diagnostics } = await compileLocal(project)
        if (compilation === null) return notCompiled(diagnostics)
        const { collections } = compilation.manifest
        const found = collections.find((collection) => collection.name === name)
        if (found === undefined)
          throw unknownCollection(
            name,
            collections.map((collection) => collection.name),
          )
        const collection = factsOf(found, 'placed')
        return { text: printFacts(collection), data: { ok: true, diagnostics: [...diagnostics], collection } }
      }),
  })
}

/** Returns the failure for a collection that does not exist. It suggests the collection with the nearest name. */
export function unknownCollection(name: string, names: readonly string[]): Failure {
  const meant = nearest(name, names)
  return new Failure(`There is no collection ${name.slice(0, 100)}.`, {
    hint: meant === undefined ? `The collections are ${names.join(', ')}.` : `Did you mean ${meant}?`,
  })
}

function listRoutes(project: LocalProject): Tool {
  return defineTool({
    name: 'routes',
    title: 'Routes',
    description: 'Lists the routes of the service with their access and cache rules, as `cms routes` does.',
    effect: 'reads',
    input: z.object({
      prefix: z
        .string()
        .max(200)
        .default('/')
        .describe('Only routes whose path begins with this prefix, such as `/api/posts`'),
    }),
    output: z.object({
      ...compiled,
      routes: z
        .array(
          z.object({
            method: z.string(),
            path: z.string(),
            access: z.string(),
            cache: z.object({ ttl: z.number(), staleWhileRevalidate: z.number().optional() }).nullable(),
            plugin: z.string(),
          }),
        )
        .optional(),
    }),
    run: ({ prefix }, signal) =>
      project.inTurn(signal, async () => {
        const { compilation, diagnostics } = await compileLocal(project)
        if (compilation === null) return notCompiled(diagnostics)
        const routes = routeTable(compilation.manifest)
          .filter(({ path }) => path.startsWith(prefix))
          .map(({ method, path, access, cache, plugin }) => ({
            method,
            path,
            access: describeAccess(access),
            cache: cache && { ...cache },
            plugin,
          }))
        const lines = routes.map(({ method, path, access, plugin }) => `${method} ${path}  ${access}  (${plugin})`)
        return {
          text: lines.join('\n') || `No route begins with ${prefix}.`,
          data: { ok: true, diagnostics: [...diagnostics], routes },
        }
      }),
  })
}

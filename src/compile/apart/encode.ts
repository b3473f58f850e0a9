import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import type { PluginSpec } from '../../config/plugin.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import { type Route, responsesOf } from '../../config/route.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { fieldTypes as builtIn } from '../../fields/index.ts'
import { type Origin, originOf } from '../../ground/origin.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import { convertSchema } from '../emit/openapi/json-schema.ts'
import type { Evaluation } from '../evaluate.ts'
import { optionInLayer } from '../load/layers/layered.ts'
import { pathOfModule } from '../load/module-hooks.ts'
import { originalPosition } from '../load/stack-frames.ts'
import { isPlainObject } from '../plain-object.ts'
import { pluginTable } from '../schema/model/plugin-tables.ts'
import { settingFacts } from '../settings/setting-facts.ts'
import { type CodeStandIn, isStandIn, type SchemaStandIn, type TypeStandIn } from '../stand-in.ts'
import { describeType } from './describe-type.ts'
import type { Evaluated, PluginDetails, ProjectData } from './messages.ts'

/**
 * Converts an evaluation to data: code becomes a stand-in, and a declaration remains one object wherever it is
 * mentioned.
 */
export function encodeEvaluation(evaluation: Evaluation, files: readonly string[]): Evaluated {
  const encoder = new Encoder(evaluation.report.parents)
  const project = encoder.project(evaluation)
  const findings = evaluation.findings.map((finding) => encoder.finding(finding))
  const parents = encoder.parents()
  const { origins } = encoder
  const { configFile, layers } = evaluation.report
  return { findings, configFile, layers, parents, origins, files, project }
}

class Encoder {
  readonly origins = new Map<object, Origin>()
  readonly #known = new Map<object, unknown>()
  readonly #parents: ReadonlyMap<object, Position>
  /**
   * True while rules of collections are encoded. Only these functions are sent with their source, which identifies
   * them.
   */
  #withSource = false

  constructor(parents: ReadonlyMap<object, Position>) {
    this.#parents = parents
  }

  project({ checked }: Evaluation): ProjectData | null {
    if (!checked) return null
    const { project, exports } = checked
    const types = Object.values(project.fieldTypes).filter((type) => type !== builtIn[type.kind])
    const described = new Map(types.map((type) => [type, describeType(type, project)]))
    const specs = project.plugins.map(({ plugin }) => plugin)
    const declared = this.#declared([...specs, ...project.config.collections])
    for (const spec of specs) if (!this.#known.has(spec)) this.#plugin(spec)
    const plugins = this.#copy(project.plugins) as ProjectData['plugins'] // the copy has the same structure
    this.#withSource = true
    const config = this.#copy(project.config) as ProjectData['config']
    const sent = [...declared].map(([declaration, number]) => {
      const encoded = this.#known.get(declaration) as object // a declaration is an object
      return [number, isStandIn(encoded, 'sent') ? null : encoded] as const
    })
    sentLast = declared
    return {
      plugins,
      config,
      systemNames: project.systemNames,
      settings: this.#copy(project.settings) as ProjectData['settings'],
      exports,
      said: new Map(specs.map((spec) => [spec.name, detailsOf(spec, project.settings, described)])),
      declared: new Map(sent),
    }
  }

  /** Gives each declaration a number. Declarations that were sent with the last project become stand-ins. */
  #declared(declarations: readonly object[]): Map<object, number> {
    const numbers = new Map<object, number>()
    for (const declaration of declarations) {
      const known = sentLast.get(declaration)
      if (known !== undefined) this.#known.set(declaration, { $standIn: 'sent', number: known })
      numbers.set(declaration, known ?? nextNumber++)
    }
    return numbers
  }

  finding(finding: Finding): Finding {
    const { at } = finding
    return at && 'declaration' in at ? { ...finding, at: this.#place(at) } : finding
  }

  /**
   * Returns the position at which each declaration encoded so far is mentioned. Declarations in these positions are
   * included.
   */
  parents(): Map<object, Position> {
    const named = new Map<object, Position>()
    // Entries that are added to a map during iteration are visited, too.
    for (const [declaration, encoded] of this.#known) {
      const place = this.#parents.get(declaration)
      if (place && typeof encoded === 'object' && encoded !== null) named.set(encoded, this.#place(place))
    }
    return named
  }

  /**
   * Converts a position in the merged config to one in the layer that the option comes from, with encoded declarations.
   */
  #place(merged: Position): Position {
    const parent = originOf(merged.declaration) ? undefined : this.#parents.get(merged.declaration)
    if (parent)
      return this.#place({ ...merged, declaration: parent.declaration, path: [...parent.path, ...merged.path] })
    const place = { ...merged, ...optionInLayer(merged) }
    const known = this.#known.get(place.declaration)
    const declaration = typeof known === 'object' && known !== null ? known : this.#keep(place.declaration, {})
    return { declaration, path: place.path, part: place.part }
  }

  /** Encodes a plugin, with stand-ins in place of its schemas and tables. */
  #plugin(plugin: PluginSpec): void {
    const { settings: schema, data = {}, http = {}, ...others } = plugin
    const { fieldTypes: _types, targets = {}, tables = {}, ...stored } = data
    const { routes: _routes, ...served } = http
    Object.assign(this.#keep(plugin, {}), {
      ...(this.#copy(others) as object),
      ...(schema && { settings: { $standIn: 'settings', facts: settingFacts(schema) } }),
      data: {
        ...(this.#copy(stored) as object),
        targets: mapValues(targets, ({ schema, shows, uploads }) => ({
          schema: schemaStandIn(schema),
          shows,
          uploads,
        })),
        tables: mapValues(tables, (table) =>
          is(table, SQLiteTable) ? { $standIn: 'table', table: pluginTable(`plugin:${plugin.name}`, table) } : null,
        ),
      },
      http: {
        ...(this.#copy(served) as object),
        routes: mapValues({ ...routesOf(plugin) }, (route) => this.#route(route)),
      },
    })
  }

  /** Converts a route. Its schemas are converted only if the API reference shows the route. */
  #route(route: Route): object {
    const { input, body, returns: _returns, again: _again, ...rest } = route
    const responses = responsesOf(route)
    const shown = responses && {
      input: input && mapValues({ ...input }, (schema) => schema && schemaStandIn(schema)),
      body: body && { ...body, schema: schemaStandIn(body.schema) },
      responses: mapValues({ ...responses }, (schema: z.ZodType | null) => schema && schemaStandIn(schema)),
    }
    return this.#keep(route, { ...(this.#copy(rest) as object), ...shown })
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'function') return this.#code(value)
    if (typeof value !== 'object' || value === null) return typeof value === 'symbol' ? undefined : value
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (value instanceof RegExp || value instanceof Date) return value
    if (Array.isArray(value)) {
      const items: unknown[] = this.#keep(value, [])
      for (const item of value) items.push(this.#copy(item))
      return items
    }
    if (!isPlainObject(value) && !('$secret' in value)) return undefined
    const members: Record<string, unknown> = this.#keep(value, {})
    for (const [name, member] of Object.entries(value)) {
      const copy = this.#copy(member)
      if (copy !== undefined) members[name] = copy
    }
    return members
  }

  #code(code: object): CodeStandIn {
    return { $standIn: 'code', source: this.#withSource ? Function.prototype.toString.call(code) : null }
  }

  #keep<T extends object>(declaration: object, encoded: T): T {
    this.#known.set(declaration, encoded)
    const origin = originOf(declaration)
    const path = origin ? pathOfModule(origin.url) : null
    if (origin && path !== null) {
      const { line, column } = originalPosition({ path, line: origin.line, column: origin.column })
      this.origins.set(encoded, { url: origin.url.replace(/[?#].*$/, ''), line, column })
    }
    return encoded
  }
}

const standIns = new WeakMap<z.ZodType, SchemaStandIn>()

/**
 * Returns the stand-in for a schema. Schemas of plugins outlive an evaluation: in watch mode each is converted once.
 */
function schemaStandIn(schema: z.ZodType): SchemaStandIn {
  const known = standIns.get(schema)
  if (known) return known
  const standIn: SchemaStandIn = {
    $standIn: 'schema',
    input: convertSchema(schema, 'input'),
    output: convertSchema(schema, 'output'),
    isOptional: schema.safeParse(undefined).success,
  }
  standIns.set(schema, standIn)
  return standIn
}

/** Collections and plugins of the project that was sent last, with their numbers. */
let sentLast: ReadonlyMap<object, number> = new Map()
let nextNumber = 1

/** Collects the plugin's field types, and its optional secrets in each environment in which it is present. */
function detailsOf(
  { name, data, operations }: PluginSpec,
  settings: ProjectData['settings'],
  described: ReadonlyMap<FieldType, TypeStandIn>,
): PluginDetails {
  const present = Object.entries(settings).filter(([, given]) => given[name] !== undefined)
  const secrets = present.map(([environment, given]) => [
    environment,
    operations?.optionalSecrets?.(environment, given[name] ?? {}),
  ])
  return {
    fieldTypes: (data?.fieldTypes ?? []).flatMap((type) => described.get(type) ?? []),
    optionalSecrets: operations?.optionalSecrets ? Object.fromEntries(secrets) : {},
  }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

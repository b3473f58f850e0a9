import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from '../../harness/service.ts'

/** A query parameter; those with conditions are a value, or an object with a property for each operator. */
export interface ContractParameter {
  readonly name: string
  readonly schema: {
    readonly anyOf?: readonly { readonly type?: string; readonly format?: string; readonly properties?: object }[]
  }
}

interface Operation {
  readonly parameters?: readonly (ContractParameter | { readonly $ref: string })[]
  readonly operationId: string
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>
}

interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Holds answers against an OpenAPI document, and remembers what it has seen. */
export interface Contract {
  /** Problems with the answer; empty when it is as documented. */
  check(method: string, path: string, answer: Answer): string[]
  /** Tells whether the document has an operation at this path. */
  documents(method: string, path: string): boolean
  /** Tells whether the document says that the body may be sent. */
  takes(method: string, path: string, body: unknown): boolean
  /** The parameters of an operation, with everything that they refer to. */
  parameters(method: string, path: string): readonly ContractParameter[]
  /** `operation status` of every documented answer that was seen, and of those that were not. */
  coverage(operations: RegExp): { readonly seen: readonly string[]; readonly missing: readonly string[] }
}

const ID = 'openapi.json'

export function createContract(text: string): Contract {
  const document = JSON.parse(text) as OpenapiDocument
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv) // its types describe a module that it is not
  ajv.addSchema(document, ID)
  const seen = new Set<string>()

  const validators = new Map<string, ValidateFunction>()
  const validator = (pointer: string) => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `${ID}#${pointer}` })
    validators.set(pointer, known)
    return known
  }
  const templateOf = templateFinder(Object.keys(document.paths))
  const find = (method: string, path: string) => {
    const template = templateOf(path.split('?')[0] ?? '')
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    return operation && template
      ? { operation, pointer: `/paths/${pointerStep(template)}/${method.toLowerCase()}` }
      : undefined
  }

  return {
    check: (method, path, answer) => {
      const found = find(method, path)
      if (!found) return [`${method} ${path} is not documented`]
      const status = String(answer.status)
      const key = status in found.operation.responses ? status : 'default'
      if (key === 'default' && answer.status < 500) return [`${method} ${path} does not document ${status}`]
      seen.add(`${found.operation.operationId} ${key}`)
      const { $ref } = found.operation.responses[key] ?? {}
      return compare($ref?.slice(1) ?? `${found.pointer}/responses/${key}`, answer, document, validator).map(
        (problem) => `${method} ${path} ${status}: ${problem}`,
      )
    },
    documents: (method, path) => find(method, path) !== undefined,
    takes: (method, path, body) => {
      const found = find(method, path)
      if (!found?.operation.requestBody) return false
      return validator(`${found.pointer}/requestBody/content/${pointerStep('application/json')}/schema`)(
        body,
      ) as boolean
    },
    parameters: (method, path) => {
      const follow = (node: unknown): unknown => {
        const { $ref } = node as { readonly $ref?: string }
        return $ref === undefined ? node : at(document, $ref.slice(1))
      }
      return (find(method, path)?.operation.parameters ?? []).map((entry) => {
        const parameter = follow(entry) as ContractParameter
        const anyOf = parameter.schema.anyOf?.map(follow) as ContractParameter['schema']['anyOf']
        return anyOf ? { ...parameter, schema: { ...parameter.schema, anyOf } } : parameter
      })
    },
    coverage: (operations) => {
      const documented = Object.values(document.paths)
        .flatMap((item) => Object.values(item))
        .filter(({ operationId }) => operations.test(operationId))
        .flatMap(({ operationId, responses }) => Object.keys(responses).map((status) => `${operationId} ${status}`))
        .filter((entry) => !entry.endsWith(' default'))
      return { seen: [...seen], missing: documented.filter((entry) => !seen.has(entry)) }
    },
  }
}

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
}

/** Headers that come with some answers of a status and not with others. */
const OPTIONAL_HEADERS = ['Idempotent-Replayed', 'Retry-After']

/** Headers, media type and body of an answer. */
function compare(
  pointer: string,
  answer: Answer,
  document: unknown,
  validator: (pointer: string) => ValidateFunction,
): string[] {
  const response = at(document, pointer) as DocumentedResponse
  const headers = compareHeaders(pointer, response, answer, document, validator)
  const types = Object.keys(response.content ?? {})
  if (types.length === 0) return answer.body === '' ? headers : [...headers, 'there should be no body']
  const sent = answer.headers.get('content-type')?.split(';')[0] ?? 'nothing'
  if (!types.includes(sent)) return [...headers, `the body is ${sent}, not ${types.join(' or ')}`]
  const validate = validator(`${pointer}/content/${pointerStep(sent)}/schema`)
  if (validate(answer.body)) return headers
  return [...headers, ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)]
}

function compareHeaders(
  pointer: string,
  { headers = {} }: DocumentedResponse,
  answer: Answer,
  document: unknown,
  validator: (pointer: string) => ValidateFunction,
): string[] {
  return Object.entries(headers).flatMap(([name, header]) => {
    const value = answer.headers.get(name)
    if (value === null) return OPTIONAL_HEADERS.includes(name) ? [] : [`the header ${name} is missing`]
    const { $ref } = header as { readonly $ref?: string }
    const path = $ref?.slice(1) ?? `${pointer}/headers/${pointerStep(name)}`
    const { schema } = at(document, path) as { readonly schema: { readonly type?: string } }
    const validate = validator(`${path}/schema`)
    return validate(schema.type === 'integer' ? Number(value) : value) ? [] : [`the header ${name} is ${value}`]
  })
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
}

/** Gives the template that a path fits, one without parameters first. */
function templateFinder(templates: readonly string[]): (path: string) => string | undefined {
  const plain = new Set(templates)
  const patterns = templates.map((template) => [template, patternOf(template)] as const)
  return (path) => (plain.has(path) ? path : patterns.find(([, pattern]) => pattern.test(path))?.[0])
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
}

function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

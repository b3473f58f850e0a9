import { dirname, resolve } from 'node:path'
import { Failure } from 'lintel/importing'
import { sourceFileAddress } from '../file-address.ts'
import { readRecords } from '../json/read-records.ts'
import { JSON_ENDINGS } from '../json/reader.ts'
import { createLeftOut } from '../left-out.ts'
import { originOf } from '../origin.ts'
import type { Source, SourceKind, SourceOptions, SourceReader } from '../source.ts'
import { createProblemCollector } from '../source-problems.ts'
import { hasEnding, isFolder, kindFiles } from '../text/files.ts'
import { readBeginning } from '../text/read-text.ts'
import { assetOf, restOf } from './assets.ts'
import { idOf, readCollections } from './collections.ts'
import { learnFields, type PayloadFields } from './learn-fields.ts'
import { fileKey, readDocument, valuesOf } from './read-document.ts'

/** Pattern of a list of Payload's REST API, or of rich text of its editor. */
const SIGN = /^\s*\{\s*"docs"\s*:\s*\[|"root"\s*:\s*\{\s*"(?:children|type)"\s*:/

/** Reads lists of Payload's REST API, one file for each collection, and exports of its plugin. */
export const payloadReader: SourceReader = {
  format: 'payload',
  reads: "a folder of responses from Payload's GET /api/<collection>, one JSON file per collection",
  options: ['origin'],
  async accepts(path) {
    if (!isFolder(path) && !hasEnding(path, JSON_ENDINGS)) return false
    for (const file of kindFiles(path, JSON_ENDINGS)) if (SIGN.test(await readBeginning(file.path))) return true
    return false
  },
  open,
}

async function open(path: string, options: SourceOptions): Promise<Source> {
  const files = kindFiles(path, JSON_ENDINGS)
  if (files.length === 0) {
    throw new Failure(`${path} contains no .json file.`, { hint: 'Read CSV files with --format csv.' })
  }
  const root = resolve(isFolder(path) ? path : dirname(path))
  const origin = originOf(options)
  const problems = createProblemCollector()
  const collections = await readCollections(files, problems)
  if (collections.every(({ ids }) => ids.size === 0)) problems.throwFirst()
  const contents = collections.filter(({ isUpload }) => !isUpload)
  const uploads = collections.filter(({ isUpload }) => isUpload)
  const fields = new Map<string, PayloadFields>()
  for (const collection of contents) {
    const learner = learnFields(collection.kind, collections)
    for await (const { values } of readRecords(collection, createProblemCollector())) learner.learn(values)
    fields.set(collection.kind, learner.fields())
  }
  const leftOut = createLeftOut()
  const context = {
    upload: (collection: string, id: unknown) => ({
      src: sourceFileAddress(fileKey(collection, String(id))),
      alt: '',
    }),
    leaveOut: leftOut.add,
  }
  return {
    format: 'payload',
    kinds: contents.map(({ kind }) => kindOf(kind, fields.get(kind) ?? new Map())),
    records: async function* () {
      leftOut.clear()
      problems.clear()
      for (const { kind, ...file } of contents) {
        for await (const { values, line } of readRecords(file, problems)) {
          if (typeof values.deletedAt === 'string') {
            leftOut.add(`document of ${kind} in the trash`, `documents of ${kind} in the trash`)
            continue
          }
          const read = readDocument(values, fields.get(kind) ?? new Map(), context)
          yield {
            kind,
            key: idOf(values) ?? `document at line ${line}`,
            values: read,
            place: { file: file.name, line },
          }
        }
      }
      for (const { kind, ...file } of uploads) {
        for await (const { values } of readRecords(file, problems)) {
          for (const name of restOf(values)) leftOut.add(`${name} of a file of ${kind}`, `${name} of files of ${kind}`)
        }
      }
    },
    assets: async function* () {
      for (const collection of uploads) {
        for await (const { values } of readRecords(collection, createProblemCollector()))
          yield assetOf(values, collection, root, origin)
      }
    },
    get leftOut() {
      return leftOut.sentences()
    },
    problems,
    dispose: async () => {},
  }
}

function kindOf(name: string, fields: PayloadFields): SourceKind {
  const values = valuesOf(fields)
  const time = (key: string) => (values[key]?.is === 'time' ? { [key]: key } : {})
  return {
    name,
    values,
    system: {
      ...time('createdAt'),
      ...time('updatedAt'),
      ...time('publishedAt'),
      ...(values._status && { status: '_status' }),
    },
    isPublic: values._status === undefined,
  }
}

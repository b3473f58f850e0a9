import { describeFieldPath } from '../schema/steps/field-path.ts'
import { visit } from '../schema/steps/operation.ts'
import { type Change, type ChangeClass, CLASSES, type DatabaseChange } from './change.ts'
import type { StepsWithChanges } from './changes-with-steps.ts'
import { concernedBy } from './concerned-by.ts'
import { copiesLosing } from './copies-losing.ts'
import { foldAccess, listed } from './fold-access.ts'
import { HEADLINES } from './headlines.ts'
import type { Uncounted } from './item.ts'
import type { Review } from './review.ts'

/** Creates the review's item for the steps with one subject, and the changes of API and access that they cause. */
export function itemOfSteps({ steps, api, access: all }: StepsWithChanges, review: Review): Uncounted {
  const { subject } = steps[0] ?? { subject: '' }
  const access = foldAccess(all).filter(({ changes: [change] }) => !(isNewCollection(steps) && change.class === 'safe'))
  const copies = copiesLosing(steps, review)
  const sentences: readonly Sentence[] = [
    ...steps.map((step) => ({ class: step.class, text: headlineOf(step, steps), source: step.source })),
    ...copies.lines.map((text) => ({ class: 'safe' as const, text, source: null })),
    ...api.flatMap((change) =>
      consequencesOf(change, api).map((text) => ({ class: change.class, text, source: change.source })),
    ),
    ...access.flatMap(({ message, notes, changes: [{ class: grade, source }] }) =>
      [message, ...notes].map((text) => ({ class: grade, text, source })),
    ),
  ]
  const changes = [...steps, ...api, ...access.flatMap((folded) => folded.changes)]
  const grade = [...changes].sort(byClass)[0]?.class ?? 'safe'
  const head = headOf(sentences, steps, api, grade)
  const others = sentences.map(({ text }) => text).filter((text) => text !== head?.text)
  const reasons = [...steps.flatMap(reasonOf), ...api.flatMap(({ reason }) => reason ?? [])]
  return {
    class: grade,
    area: 'database',
    kind: steps[0]?.kind ?? '',
    subject,
    message: head?.text ?? subject,
    lines: [...new Set(others)],
    reasons: [...new Set(reasons)],
    source: head?.source ?? steps.find(({ source }) => source !== null)?.source ?? null,
    steps: [...steps, ...copies.steps],
    concerns: concernedBy([...access.flatMap((folded) => folded.changes), ...api]),
  }
}

interface Sentence {
  readonly class: ChangeClass
  readonly text: string
  readonly source: string | null
}

/**
 * Returns the sentence that comes first: the option of the field if only indexes change; who gains access if nothing is
 * lost; otherwise the most severe step.
 */
function headOf(
  sentences: readonly Sentence[],
  steps: readonly DatabaseChange[],
  api: readonly Change[],
  grade: ChangeClass,
): Sentence | undefined {
  const [option] = steps.every(isIndex) ? [...api].sort(byClass) : []
  if (option) return { class: option.class, text: option.message, source: option.source }
  const [step] = [...sentences.slice(0, steps.length)].sort(byClass)
  return grade === 'opens' && step?.class !== 'opens' ? sentences.find((sentence) => sentence.class === grade) : step
}

function isIndex({ kind }: DatabaseChange): boolean {
  return kind === 'create-index' || kind === 'drop-index'
}

/** Tells whether steps create a collection. The notes of the change to the API already contain its rules. */
function isNewCollection(steps: readonly DatabaseChange[]): boolean {
  return steps.some(({ kind }) => kind === 'create-collection')
}

function byClass(a: { readonly class: ChangeClass }, b: { readonly class: ChangeClass }): number {
  return CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class)
}

function headlineOf({ operation, message, takenOver = [] }: DatabaseChange, steps: readonly DatabaseChange[]): string {
  if (operation === null) return message
  const headline = visit(operation, HEADLINES)
  if (operation.kind === 'rename-field' && steps.some(({ class: grade }) => grade === 'destructive'))
    return headline.replace(/: its values stay$/, '')
  if (operation.kind !== 'drop-field') return headline
  const subject = `${operation.collection}.${operation.field}`
  if (takenOver.length === 0) return headline
  const filled = `${listed(takenOver)} ${takenOver.length > 1 ? 'are' : 'is'} filled from it`
  return `${subject} is dropped: ${filled}`
}

/** Returns the reason in the config for a loss. */
function reasonOf({ operation }: DatabaseChange): readonly string[] {
  if (operation === null) return []
  const reason = 'reason' in operation ? operation.reason : 'lossy' in operation ? operation.lossy : null
  return typeof reason === 'string' && reason !== '' ? [reason] : []
}

/** Describes a change to the API next to the step that causes it. */
function consequencesOf({ kind, message, subject, class: grade, notes = [] }: Change, all: readonly Change[]) {
  const describe = CONSEQUENCES[kind]
  // The change about the backfill already says who may read the field.
  const isSaid = kind === 'field-added' && all.some((other) => other.kind === 'backfill')
  return [...(describe === undefined ? [message] : describe(subject, grade)), ...(isSaid ? [] : notes)]
}

type Describe = (subject: string, grade: ChangeClass) => readonly string[]

const CONSEQUENCES: Readonly<Record<string, Describe>> = {
  'field-added': (name, grade) => (grade === 'breaking' ? [`clients must send ${describeFieldPath(name)}`] : []),
  'field-renamed': (name) => [`clients must use the name ${describeFieldPath(name)}`],
  'field-retyped': (name) => [`clients send and receive values of another type in ${describeFieldPath(name)}`],
  'collection-added': (name) => [`clients find documents of ${name} at /api/${name}`],
  'collection-renamed': (name) => [`clients find documents of ${name} at /api/${name} only`],
}

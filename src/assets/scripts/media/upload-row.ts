import { LintelError } from '../../../client/error.ts'
import type { UploadedFile } from '../../../client/media-item.ts'
import { sendFile } from './send-file.ts'

export type Words = Readonly<Record<string, string>>

export interface Limits {
  readonly maxForm: number
  readonly maxParts: number
  readonly types: readonly string[]
}

/** State of an upload. `failed` can be retried; `refused` would be refused again. */
export type State = 'waiting' | 'uploading' | 'done' | 'failed' | 'refused' | 'cancelled'

/** Statuses that mean that the file itself is invalid. */
const REFUSING: ReadonlySet<number> = new Set([413, 415, 422])

/** An upload and its row in the list. */
export interface UploadRow {
  readonly state: () => State
  /** Sends the file. Never rejects. */
  readonly run: () => Promise<void>
}

interface RowOptions {
  readonly template: HTMLTemplateElement
  readonly rows: HTMLElement
  readonly words: Words
  readonly limits: Limits
  readonly folder: string
  readonly isPrivate: boolean
  /** Called with every change of state. */
  readonly onChange: () => void
  readonly onDone: (uploaded: UploadedFile, file: File) => void
  /** Called when the user retries the upload. */
  readonly onRetry: (row: UploadRow) => void
}

export function uploadRow(file: File, options: RowOptions): UploadRow {
  const { template, rows, words, limits, folder, isPrivate, onChange, onDone, onRetry } = options
  const line = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement // the template contains one element
  const part = <Kind extends HTMLElement>(selector: string) => line.querySelector(selector) as Kind // the template has these parts
  const progress = part<HTMLProgressElement>('progress')
  const retry = part<HTMLButtonElement>('[data-retry]')
  const cancel = part<HTMLButtonElement>('[data-cancel]')
  part('[data-name]').textContent = file.name
  progress.setAttribute('aria-label', file.name)
  rows.append(line)
  let state: State = 'waiting'
  let abort = new AbortController()

  const set = (next: State, text: string): void => {
    state = next
    line.dataset.uploadState = next
    part('[data-state]').textContent = text
    retry.hidden = next !== 'failed' && next !== 'cancelled'
    cancel.hidden = next === 'done' || next === 'refused' || !retry.hidden
    progress.hidden = next === 'failed' || next === 'refused'
    onChange()
  }
  const row: UploadRow = {
    state: () => state,
    run: async () => {
      if (state !== 'waiting') return
      abort = new AbortController()
      set('uploading', filled(words.uploading, { percent: 0 }))
      const { signal } = abort
      const onProgress = (value: number): void => {
        progress.value = value
        part('[data-state]').textContent = filled(words.uploading, { percent: Math.floor(value * 100) })
      }
      try {
        const uploaded = await sendFile(file, { folder, isPrivate, signal, onProgress, maxForm: limits.maxForm })
        progress.value = 1
        onDone(uploaded, file)
        set('done', words.done ?? '')
      } catch (error) {
        if (signal.aborted) set('cancelled', words.cancelled ?? '')
        else if (error instanceof LintelError) set(REFUSING.has(error.status) ? 'refused' : 'failed', error.message)
        else set('failed', words.offline ?? '')
      }
    },
  }
  cancel.addEventListener('click', () => {
    abort.abort()
    if (state === 'waiting') set('cancelled', words.cancelled ?? '')
  })
  retry.addEventListener('click', () => {
    progress.value = 0
    set('waiting', words.waiting ?? '')
    onRetry(row)
  })
  const refused = refusalOf(file, limits, words)
  if (refused === null) set('waiting', words.waiting ?? '')
  else set('refused', refused)
  return row
}

/** Returns the reason why the service would refuse a file by its size or type; `null` if it would not. */
function refusalOf(file: File, { maxForm, maxParts, types }: Limits, words: Words): string | null {
  const limit = Math.max(maxForm, maxParts)
  if (file.size > limit) return filled(words.tooLarge, { limit: `${Math.floor(limit / 1024 / 1024)} MiB` })
  if (file.type !== '' && !types.includes(file.type)) return words.wrongType ?? ''
  return null
}

export function filled(text = '', values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((filling, [name, value]) => filling.replaceAll(`{${name}}`, String(value)), text)
}

import { HttpError, message, t } from 'lintel/kit'
import { decodeField, type MultipartError, make, type PartInfo } from 'multipasta'
import { readDisposition } from './disposition.ts'
import { wholeHeads } from './whole-heads.ts'

/** Part of a form, in the form's order. The `chunk` events of a file come between its `file` and its `end`. */
export type FormEvent =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly field: string; readonly filename: string; readonly type: string }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

export interface FormLimits {
  /** Maximum number of bytes of the whole request. */
  readonly size: number
  readonly files: number
}

/** Maximum number of fields that are not files, and maximum number of bytes in each of them. */
const MAX_FIELDS = 20
const MAX_FIELD = 65_536

/**
 * Reads a multipart form as a stream: the next chunk is read when the last one has been processed.
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, `validation_failed`; reading stops at that point
 */
export async function* readForm(request: Request, limits: FormLimits): AsyncGenerator<FormEvent, void, undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new HttpError('unsupported_media_type', t('Send the files as a form: Content-Type: multipart/form-data.'))
  }
  if (Number(request.headers.get('content-length') ?? 0) > limits.size) throw tooLarge(limits)
  let events: FormEvent[] = []
  let problem: HttpError | undefined
  let isDone = false
  const parser = make({
    headers: { 'content-type': type },
    isFile: (info) => isFile(info),
    maxParts: limits.files + MAX_FIELDS,
    maxTotalSize: limits.size,
    maxFieldSize: MAX_FIELD,
    onField: (info, value) =>
      events.push({ kind: 'field', name: dispositionOf(info).name ?? '', value: decodeField(info, value) }),
    onFile: (info) => {
      events.push(fileEvent(info))
      return (bytes) => events.push(bytes === null ? { kind: 'end' } : { kind: 'chunk', bytes })
    },
    onError: (error) => {
      problem ??= explain(error, limits)
    },
    onDone: () => {
      isDone = true
    },
  })
  const settle = function* () {
    const happened = events
    events = []
    yield* happened
    if (problem) throw problem
  }
  for await (const chunk of wholeHeads(request.body ?? [], type)) {
    parse(() => parser.write(chunk))
    yield* settle()
  }
  if (!isDone) parse(() => parser.end())
  yield* settle()
  if (!isDone) throw broken(message('it ends too early'))
}

/** Reads a part's disposition here, because the parser reads only Latin letters in the header. */
function dispositionOf({ headers }: PartInfo) {
  return readDisposition(String(headers['content-disposition'] ?? ''))
}

function isFile(info: PartInfo): boolean {
  const { name, filename } = dispositionOf(info)
  return filename !== null || name === 'file'
}

function fileEvent(info: PartInfo): FormEvent {
  const { name, filename } = dispositionOf(info)
  return { kind: 'file', field: name ?? '', filename: filename ?? '', type: String(info.headers['content-type'] ?? '') }
}

/** Runs a step of the parser, which throws at an invalid escape in `filename*`. */
function parse(step: () => void): void {
  try {
    step()
  } catch (cause) {
    if (cause instanceof URIError) throw broken(message('the name of a file is not encoded correctly'), cause)
    throw cause
  }
}

function explain(error: MultipartError, limits: FormLimits): HttpError {
  if (error._tag !== 'ReachedLimit') return broken(REASONS[error._tag])
  if (error.limit === 'MaxTotalSize') return tooLarge(limits)
  return new HttpError('payload_too_large', t('The form has too many parts, or one of its fields is too long.'))
}

const REASONS = {
  InvalidBoundary: message('its Content-Type has no boundary'),
  BadHeaders: message('the headers of a part cannot be read'),
  InvalidDisposition: message('a part has no name'),
  EndNotReached: message('it ends too early'),
}

function broken(reason: string, cause?: unknown): HttpError {
  return new HttpError('validation_failed', t('The body is not a multipart form: {reason}.', { reason: t(reason) }), {
    errors: [],
    cause,
  })
}

function tooLarge({ size }: FormLimits): HttpError {
  return new HttpError('payload_too_large', t('The files of a form may have at most {size} bytes in total.', { size }))
}

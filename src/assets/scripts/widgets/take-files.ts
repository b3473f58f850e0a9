import type { Translate } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** Lets a media widget receive a file: from its button, dropped on it, or pasted into it. */
export function takeFiles(
  host: HTMLElement,
  choose: (id: string, label: string) => void,
  tell: (text: string) => void,
  translate: Translate,
): void {
  const chooser = host.querySelector<HTMLInputElement>('[data-upload-file]')
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return
    tell(translate('Uploading {name}', { name: file.name }))
    const { item, reason } = await upload(file)
    if (item) choose(item.id, item.filename)
    else
      tell(
        translate('{name} was not uploaded: {reason}', {
          name: file.name,
          reason: reason ?? translate('the service cannot be reached'),
        }),
      )
  }
  host.querySelector('[data-upload]')?.addEventListener('click', () => chooser?.click())
  chooser?.addEventListener('change', (event) => {
    event.stopPropagation()
    void take(chooser.files?.[0])
    chooser.value = ''
  })
  chooser?.addEventListener('input', (event) => event.stopPropagation())
  host.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    host.dataset.dropping = 'true'
  })
  host.addEventListener('dragleave', () => delete host.dataset.dropping)
  host.addEventListener('drop', (event) => {
    delete host.dataset.dropping
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    event.stopPropagation()
    void take(event.dataTransfer.files[0])
  })
  host.addEventListener('paste', (event) => {
    const [file] = event.clipboardData?.files ?? []
    if (!file) return
    event.preventDefault()
    void take(file)
  })
}

export interface Uploaded {
  readonly id: string
  readonly filename: string
  readonly url: string
}

/** Uploads a file into the library. `reason` is the service's error; absent if the service cannot be reached. */
export async function upload(file: File): Promise<{ readonly item?: Uploaded; readonly reason?: string }> {
  const body = new FormData()
  body.append('file', file, file.name || 'pasted')
  try {
    const response = await fetchSignedIn('/api/media/upload', {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    })
    const { data, detail, title } = await response.json()
    return response.ok ? { item: data } : { reason: detail ?? title }
  } catch {
    return {}
  }
}
